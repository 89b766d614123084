-- SPDX-License-Identifier: Apache-2.0
-- Connections: which side is the client, where packets begin, what has been seen, and which traffic belongs to imwire.

local chat, rmtp = imwire.chat_proto, imwire.rmtp_proto
local f = imwire.fields
local masked = Field.new("websocket.mask")
local stream_number = Field.new("tcp.stream")

-- The state of each connection; reset for each capture.
local connections = {}
function chat.init() connections = {} end

local function connection()
  local number = stream_number()
  local key = number and number.value or -1
  connections[key] = connections[key] or { asked = {}, answered = {}, ways = {} }
  return connections[key]
end

-- The state of one direction of a connection.
local function way(pinfo)
  local found = connection()
  local key = pinfo.src_port .. ">" .. pinfo.dst_port
  found.ways[key] = found.ways[key] or { sets = {}, told = {}, calls = {} }
  return found.ways[key], found
end

-- Returns which of the reads of this direction in a frame this one is. Reassembled data and the data after it are read
-- one after the other, and again whenever the frame is shown.
local function ordinal(state, pinfo)
  local calls = state.calls[pinfo.number] or { total = 0, last = 0 }
  state.calls[pinfo.number] = calls
  if not pinfo.visited then
    calls.total = calls.total + 1
    return calls.total
  end
  calls.last = calls.total > 0 and calls.last % calls.total + 1 or 1
  return calls.last
end

-- Consumes the segment of a stream. `take` reads at a position and returns the end position and a summary line; or nil
-- and the number of missing bytes (nil: one more segment); or nil, nil and the error that ends the connection.
local function consume(tvb, pinfo, tree, proto, take)
  local bytes, place, lines = tvb:raw(), 0, {}
  local state = way(pinfo)
  local call = ordinal(state, pinfo)
  pinfo.cols.protocol = proto.name
  local dead = state.dead
  if dead and (dead.frame < pinfo.number or dead.frame == pinfo.number and dead.call < call) then
    local text = "not read: behind an error that ends the connection"
    tree:add(proto, tvb(), proto.description .. ", " .. text)
    pinfo.cols.info = text
    return tvb:len()
  end
  while place < #bytes do
    local next, line, code, at = take(bytes, place, state)
    if next then
      lines[#lines + 1] = line
      place = next
    elseif code then
      local item = tree:add(proto, tvb(place), proto.description .. ", refused")
      imwire.mark(item, tvb, math.min(place + at, #bytes - 1), code)
      lines[#lines + 1] = code
      if not pinfo.visited then state.dead = { frame = pinfo.number, call = call } end
      break
    else
      pinfo.desegment_offset = place
      pinfo.desegment_len = line or DESEGMENT_ONE_MORE_SEGMENT
      break
    end
  end
  if #lines > 0 then pinfo.cols.info = table.concat(lines, " | ") end
  return tvb:len()
end

-- The socket chat protocol: packets, or lines (FRM-008).
function chat.dissector(tvb, pinfo, tree)
  return consume(tvb, pinfo, tree, chat, function(bytes, place, state)
    if not state.framing and not bytes:match("[^%z%s]", place + 1) then return #bytes, "empty line" end
    if not state.framing then state.framing = bytes:byte(place + 1) == 0xFA and "packet" or "line" end
    if state.framing == "packet" then
      local size, missing, code, at = imwire.packet_size(bytes, place)
      if not size then return nil, missing, code, at end
      local part = tvb(place, size):tvb()
      return place + size, imwire.read_packet(tree, part, bytes:sub(place + 1, place + size), pinfo, state)
    end
    state.delimiter = state.delimiter or imwire.find_delimiter(bytes:sub(place + 1))
    local stop, next
    if state.delimiter then stop, next = imwire.line_end(bytes, place, state.delimiter) end
    if not next then
      if imwire.is_broken(bytes:sub(place + 1, place + 1024)) then return nil, nil, "frame.brokenBase64", 0 end
      if #bytes - place > imwire.limits.lineBytes then
        -- The rest of the line would be skipped up to its delimiter (FRM-015); here, skipping ends with the segment.
        imwire.mark(tree:add(chat, tvb(place), "Chat line"), tvb, place, "frame.line")
        return #bytes, "frame.line"
      end
      return nil, nil
    end
    local line = bytes:sub(place + 1, stop)
    if imwire.is_broken(line) then return nil, nil, "frame.brokenBase64", 0 end
    return next, imwire.read_line(tree, tvb(place, next - place):tvb(), line, stop - place, state.delimiter, state)
  end)
end

-- Returns the key of the bodies on TCP: eight bytes, or nil (RMTP-087).
local function key()
  local text = rmtp.prefs.key:gsub("%s", "")
  if not text:match("^%x+$") or #text ~= 16 then return nil end
  return { Struct.fromhex(text):byte(1, 8) }
end

local function without_key(bytes, key)
  if not key then return bytes end
  local out = {}
  for index = 1, #bytes do out[index] = string.char(bit.bxor(bytes:byte(index), key[(index - 1) % 8 + 1])) end
  return table.concat(out)
end

imwire.versions = { [2] = true, [3] = true, [4] = true }
local function version(state) return state.version or rmtp.prefs.version end

-- One WebSocket message is one packet (RMTP-050). Messages from a client are masked.
local function websocket(tvb, pinfo, tree)
  local masks = { masked() }
  local isUp = #masks > 0 and masks[#masks].value
  pinfo.cols.protocol = rmtp.name
  local state = connection()
  local bytes = tvb:raw()
  local item = tree:add(rmtp, tvb())
  if #bytes == 0 then return 0 end
  if #bytes - 1 > imwire.packet_limits.packetBytes then
    imwire.mark(item, tvb, 0, "limit.size")
    return tvb:len()
  end
  local context = { direction = isUp and "up" or "down", version = version(state), pinfo = pinfo, state = state }
  local line = imwire.read_rmtp(item, tvb, bytes:sub(2), bytes:byte(1), tvb(0, 1), context, 1)
  item:append_text(", " .. line)
  pinfo.cols.info = line
  return tvb:len()
end

-- Returns the length of the packet body at `place` of a TCP stream, and where the body begins (RMTP-080 to RMTP-085).
local function prefix(bytes, place)
  local length, check = 0, bytes:byte(place + 1)
  for index = 0, 2 do
    local byte = bytes:byte(place + 3 + index)
    if not byte then return nil end
    length, check = length + byte % 128 * 128 ^ index, bit.bxor(check, byte)
    if byte < 0x80 then
      if check ~= bytes:byte(place + 2) then return nil, "frame.header", 1 end
      if length > imwire.packet_limits.packetBytes then return nil, "frame.length", 2 end
      return length, 3 + index, index > 0 and byte == 0
    end
    if index == 2 then return nil, "frame.length", 4 end
  end
end

-- Returns whether the sender is the client. The client sends a CONNECT, receives a CONNACK, or is the side whose port
-- is not the service's.
local function is_client(pinfo, state, header)
  if not state.client then
    local type = math.floor(header / 16)
    local other = pinfo.dst_port
    if type == 1 or type == 5 then state.client = pinfo.src_port
    elseif type == 2 or type == 6 or type == 14 then state.client = other
    else state.client = math.max(pinfo.src_port, other) end
  end
  return state.client == pinfo.src_port
end

local function tcp(tvb, pinfo, tree)
  local _, found = way(pinfo)
  return consume(tvb, pinfo, tree, rmtp, function(bytes, place)
    local length, start, at = prefix(bytes, place)
    if not length and start then return nil, nil, start, at end
    if not length then return nil, nil end
    if #bytes - place < start + length then return nil, start + length - (#bytes - place) end
    local part = tvb(place, start + length):tvb()
    local item = tree:add(rmtp, part())
    item:add(f.rmtp_check, part(1, 1))
    item:add(f.rmtp_length, part(2, start - 2), length)
    if at then imwire.mark(item, part, 2, "DEV-136") end
    local header = bytes:byte(place + 1)
    local context = {
      direction = is_client(pinfo, found, header) and "up" or "down", version = version(found), pinfo = pinfo,
      state = found,
    }
    local body = bytes:sub(place + start + 1, place + start + length)
    local secret = key()
    local view, base_offset = part, start
    if secret and #body > 0 then
      body = without_key(body, secret)
      view, base_offset = ByteArray.new(body, true):tvb("Without the key"), 0
    end
    local line = imwire.read_rmtp(item, view, body, header, part(0, 1), context, base_offset)
    item:append_text(", " .. line)
    return place + start + length, line
  end)
end

-- TCP carries a byte stream; a WebSocket carries messages.
function rmtp.dissector(tvb, pinfo, tree)
  if masked() then return websocket(tvb, pinfo, tree) end
  return tcp(tvb, pinfo, tree)
end

-- Returns whether a body fits its layout exactly and is meaningful: a topic of the registry, or an accepted client.
local function is_packet(header, bytes, direction)
  local packet = imwire.packets[math.floor(header / 16)]
  if not packet or bit.band(header, 0x06) == 0x06 then return false end
  if packet.direction ~= "both" and packet.direction ~= direction then return false end
  local members, marks, isRefused = imwire.read_members(packet, bytes, direction, version({}), function() end)
  if isRefused or #marks > 0 then return false end
  if packet.name == "PUBLISH" or packet.name == "QUERY" then
    return members.topic ~= nil and members.messageId ~= nil and imwire.topics[packet.name .. " " .. members.topic] ~= nil
  end
  if packet.name == "CONNECT" then return members.protocolId == "RCloud" and imwire.versions[members.version] == true end
  if packet.name == "CONNACK" then return (members.userId or "") ~= "" and members.timestamp ~= nil end
  return false
end

chat:register_heuristic("tcp", function(tvb, pinfo, tree)
  if tvb:len() < 3 then return false end
  local bytes = tvb:raw()
  local isOurs = imwire.begins_packet(bytes)
  if isOurs == false then isOurs = imwire.begins_line(bytes) end
  if isOurs == nil then
    -- The bytes may belong to this protocol, but more are needed to decide: wait for more without claiming the
    -- connection.
    pinfo.desegment_offset, pinfo.desegment_len = 0, DESEGMENT_ONE_MORE_SEGMENT
    return true
  end
  if not isOurs then return false end
  pinfo.conversation = chat
  chat.dissector(tvb, pinfo, tree)
  return true
end)

rmtp:register_heuristic("tcp", function(tvb, pinfo, tree)
  if tvb:len() < 3 then return false end
  local bytes = tvb:raw()
  local length, start = prefix(bytes, 0)
  if not length then return false end
  if #bytes < start + length then
    -- Wait for the rest of a CONNECT. Leave any other incomplete packet alone.
    local begun, wanted = bytes:sub(start + 1, start + 8), "\0\6RCloud"
    if key() or bytes:byte(1) ~= 0x10 or #begun < 4 or wanted:sub(1, #begun) ~= begun then return false end
    pinfo.desegment_offset, pinfo.desegment_len = 0, DESEGMENT_ONE_MORE_SEGMENT
    return true
  end
  local body = without_key(bytes:sub(start + 1, start + length), key())
  if not is_packet(bytes:byte(1), body, "up") and not is_packet(bytes:byte(1), body, "down") then return false end
  pinfo.conversation = rmtp
  tcp(tvb, pinfo, tree)
  return true
end)

rmtp:register_heuristic("ws", function(tvb, pinfo, tree)
  local state = connection()
  if tvb:len() == 0 then return false end
  local masks = { masked() }
  local isUp = #masks > 0 and masks[#masks].value
  if not state.claimed then
    local bytes = tvb:raw()
    if not is_packet(bytes:byte(1), bytes:sub(2), isUp and "up" or "down") then return false end
    state.claimed = pinfo.number
  elseif state.claimed > pinfo.number then
    return false
  end
  websocket(tvb, pinfo, tree)
  return true
end)

-- Traffic on the ports set in the preferences is always dissected, regardless of its first bytes.
local taken = {}
local function take_ports(proto, preference, name)
  local ports, key = DissectorTable.get(name), proto.name .. name
  if taken[key] and taken[key] ~= "" then ports:remove(taken[key], proto) end
  taken[key] = tostring(proto.prefs[preference])
  if taken[key] ~= "" then ports:add(taken[key], proto) end
end
function chat.prefs_changed() take_ports(chat, "ports", "tcp.port") end
function rmtp.prefs_changed()
  take_ports(rmtp, "ports", "tcp.port")
  take_ports(rmtp, "websockets", "ws.port")
end
-- Both protocols are offered in "Decode As".
DissectorTable.get("tcp.port"):add_for_decode_as(chat)
DissectorTable.get("tcp.port"):add_for_decode_as(rmtp)
