-- SPDX-License-Identifier: Apache-2.0
-- Packets of the socket chat protocol: header, checksums, fragments, deflate and batches (FRM-030 to FRM-070).

local f = imwire.fields
local limits = imwire.limits

local DEFLATE, FRAGMENT, BATCH = 0x0001, 0x0002, 0x0004

-- Returns whether bytes begin a packet: nil if there are too few bytes to decide, and false if they do not.
function imwire.begins_packet(bytes)
  local wanted = "\250\206\1"
  if bytes:sub(1, 3) ~= wanted:sub(1, #bytes) then return false end
  if #bytes >= 4 and bytes:byte(4) < 24 then return false end
  if #bytes < 20 then return nil end
  return imwire.crc32(bytes, 0, 16) == imwire.number(bytes, 16, 4)
end

-- Returns the size of the packet at `place`; or nil and the number of missing bytes; or nil, nil and the error that
-- ends the connection (FRM-041).
function imwire.packet_size(bytes, place)
  local have = #bytes - place
  if have >= 1 and bytes:byte(place + 1) ~= 0xFA then return nil, nil, "frame.magic", 0 end
  if have >= 2 and bytes:byte(place + 2) ~= 0xCE then return nil, nil, "frame.magic", 1 end
  if have >= 3 and bytes:byte(place + 3) ~= 1 then return nil, nil, "frame.version", 2 end
  if have >= 4 and bytes:byte(place + 4) < 24 then return nil, nil, "frame.header", 3 end
  if have < 20 then return nil, 20 - have end
  if imwire.crc32(bytes, place, place + 16) ~= imwire.number(bytes, place + 16, 4) then
    return nil, nil, "frame.header", 16
  end
  local length = imwire.number(bytes, place + 12, 4)
  if length > limits.packetBytes then return nil, nil, "frame.length", 12 end
  local size = bytes:byte(place + 4) + length
  if have < size then return nil, size - have end
  return size
end

local function show_header(tree, tvb)
  tree:add(f.packet_magic, tvb(0, 2))
  tree:add(f.packet_version, tvb(2, 1))
  tree:add(f.packet_header, tvb(3, 1))
  tree:add(f.packet_type, tvb(4, 1))
  tree:add(f.packet_reserved, tvb(5, 1))
  local flags = tree:add(f.packet_flags, tvb(6, 2))
  for _, flag in ipairs({ f.packet_deflate, f.packet_fragment, f.packet_batch, f.packet_receipt }) do
    flags:add(flag, tvb(6, 2))
  end
  tree:add(f.packet_sequence, tvb(8, 4))
  tree:add(f.packet_length, tvb(12, 4))
  tree:add(f.packet_check, tvb(16, 4)):append_text(" (right)")
  local header = tvb(3, 1):uint()
  if header > 24 then tree:add(f.packet_extension, tvb(24, header - 24)) end
end

-- Returns the contradiction in the fields of a fragment (FRM-052), and its offset in the payload.
local function fragment_fault(payload, part)
  if #payload < 13 then return 0 end
  if part.index >= part.count then return 0 end
  if part.count < 2 then return 2 end
  if part.total < part.count then return 4 end
  local behind = part.count - 1 - part.index
  local length = #payload - 12
  if part.offset < part.index or (part.index == 0 and part.offset ~= 0) then return 8 end
  if part.offset + length > part.total - behind then return 8 end
  if behind == 0 and part.offset + length ~= part.total then return 8 end
  return nil
end

-- Adds a fragment to its set (FRM-053 to FRM-057). Returns the unit if it is complete, or an error and its position.
local function join(state, part, flags, frame)
  local set = state.sets[part.sequence]
  if not set then
    local open, totals = 0, part.total
    for _, other in pairs(state.sets) do open, totals = open + 1, totals + other.total end
    if open >= limits.openFragments or part.count > limits.fragmentCount or totals > limits.fragmentBytes then
      return nil, "frame.fragmentLimit", 0
    end
  else
    if set.count ~= part.count or set.total ~= part.total or set.flags ~= flags then
      return nil, "frame.fragmentConflict", 0
    end
    if set.parts[part.index] then return nil, "frame.fragmentDuplicate", 0 end
    local stop = part.offset + #part.bytes
    local isGap
    for index, other in pairs(set.parts) do
      local other_stop = other.offset + #other.bytes
      if index < part.index then
        if other_stop > part.offset then return nil, "frame.fragmentOverlap", 8 end
        local between = part.index - index - 1
        if part.offset - other_stop < between or between == 0 and part.offset ~= other_stop then isGap = true end
      else
        if other.offset < stop then return nil, "frame.fragmentOverlap", 8 end
        local between = index - part.index - 1
        if other.offset - stop < between or between == 0 and other.offset ~= stop then isGap = true end
      end
    end
    if isGap then return nil, "frame.fragmentConflict", 0 end
  end
  if not set then
    set = { count = part.count, total = part.total, flags = flags, parts = {}, have = 0, answers = {} }
    state.sets[part.sequence] = set
  end
  set.parts[part.index] = part
  set.have = set.have + 1
  if set.have < set.count then return nil, nil, nil, set.answers end
  state.sets[part.sequence] = nil
  set.answers.frame = frame
  local pieces = {}
  for index = 0, set.count - 1 do pieces[#pieces + 1] = set.parts[index].bytes end
  return table.concat(pieces), nil, nil, set.answers
end

-- A fragment is checked when its frame is first read, and the result is reported whenever the frame is shown again.
local function fragment(state, pinfo, part, flags)
  local key = pinfo.number .. ":" .. part.sequence .. ":" .. part.index
  local list = state.told[key]
  if not pinfo.visited then
    local unit, code, place, answers = join(state, part, flags, pinfo.number)
    list = list or { next = 1 }
    state.told[key] = list
    list[#list + 1] = { unit = unit, code = code, place = place, answers = answers }
    return list[#list]
  end
  if not list then return {} end
  local told = list[list.next]
  list.next = list.next % #list + 1
  return told
end

-- Reads a unit: the result of joining fragments (FRM-050).
local function read_unit(tree, tvb, bytes, flags)
  if #bytes == 0 then
    imwire.mark(tree, tvb, 0, "json.syntax")
    return "json.syntax"
  end
  if bit.band(flags, DEFLATE) ~= 0 then
    local code, place = "frame.inflate", 4
    local text
    if #bytes >= 6 then
      local length = imwire.number(bytes, 0, 4)
      tree:add(f.inflated, tvb(0, 4))
      if length > limits.inflatedBytes then code, place = "frame.inflateSize", 0
      elseif length > limits.inflateRatio * (#bytes - 4) and length > limits.inflateFloor then
        code, place = "frame.inflateRatio", 0
      else
        text, code = imwire.inflate(bytes:sub(5), length)
        place = code == "frame.inflateLength" and 0 or 4
      end
    end
    if not text then
      imwire.mark(tree, tvb, place, code)
      return code
    end
    bytes = text
    if #bytes == 0 then
      imwire.mark(tree, tvb, 0, "json.syntax")
      return "json.syntax"
    end
    tvb = ByteArray.new(bytes, true):tvb("Inflated")
  end
  if bit.band(flags, BATCH) ~= 0 then return imwire.read_batch(tree, tvb, bytes) end
  return imwire.read_text(tree, tvb, bytes)
end

-- A batch with the lengths of its messages (FRM-066 to FRM-070).
function imwire.read_batch(tree, tvb, bytes)
  local function refuse(code)
    imwire.mark(tree, tvb, 0, code)
    return code
  end
  if #bytes < 4 then return refuse("frame.batch") end
  local count, places, place = imwire.number(bytes, 0, 4), {}, 4
  tree:add(f.batch_count, tvb(0, 4))
  if count > limits.batchMessages then return refuse("frame.batchLimit") end
  if count == 0 then return refuse("frame.batch") end
  for index = 1, count do
    if #bytes - place < 4 then return refuse("frame.batch") end
    local length = imwire.number(bytes, place, 4)
    if length == 0 or length > #bytes - place - 4 then return refuse("frame.batch") end
    places[index] = { place, place + 4 + length }
    place = place + 4 + length
  end
  if place ~= #bytes then return refuse("frame.batch") end
  for index, part in ipairs(places) do
    tree:add(f.batch_length, tvb(part[1], 4))
    imwire.read_message(tree, tvb, part[1] + 4, part[2], index .. " of " .. count)
  end
  return "batch of " .. count
end

-- A unit that is text: the bare heartbeat, a message, or an array of them (CHT-030, CHT-060).
function imwire.read_text(tree, tvb, bytes)
  local trimmed = bytes:match("^[ \t\r\n]*(.-)[ \t\r\n]*$")
  if trimmed == imwire.chat_proto.prefs.heartbeat then
    tree:add(f.kind, tvb(), "heartbeat")
    return "heartbeat"
  end
  if trimmed:sub(1, 1) ~= "[" then return imwire.read_message(tree, tvb, 0, #bytes) end
  local array, problem = imwire.json(bytes, true)
  if not array then
    imwire.mark(tree, tvb, problem.offset, problem.code)
    return problem.code
  end
  for index, element in ipairs(array.items) do
    if index > limits.batchMessages then
      imwire.mark(tree, tvb, element.first, "frame.batchLimit")
      break
    end
    imwire.read_message(tree, tvb, element.first, element.last, index .. " of " .. #array.items)
  end
  return "batch of " .. #array.items
end

-- Reads one whole packet. Returns a line for the packet list.
function imwire.read_packet(tree, tvb, bytes, pinfo, state)
  local item = tree:add(imwire.chat_proto, tvb(), "Chat packet")
  show_header(item, tvb)
  local header, type = bytes:byte(4), bytes:byte(5)
  local flags, sequence = imwire.number(bytes, 6, 2), imwire.number(bytes, 8, 4)
  local checksum = imwire.crc32(bytes, 24, #bytes, imwire.crc32(bytes, 0, 16))
  local isRight = checksum == imwire.number(bytes, 20, 4)
  item:add(f.packet_checksum, tvb(20, 4)):append_text(isRight and " (right)" or string.format(" (%08X is right)", checksum))
  local function refuse(place, code)
    imwire.mark(item, tvb, place, code)
    return code
  end
  if not isRight then return refuse(20, "frame.checksum") end
  if bit.band(flags, 0xFFF0) ~= 0 then return refuse(6, "frame.flags") end
  if type == 1 then
    if flags ~= 0 then return refuse(6, "frame.heartbeat") end
    if #bytes > header then return refuse(12, "frame.heartbeat") end
    item:add(f.kind, tvb(4, 1), "heartbeat"):set_generated()
    return "heartbeat"
  end
  local payload = bytes:sub(header + 1)
  local part
  if bit.band(flags, FRAGMENT) ~= 0 then
    part = { sequence = sequence, bytes = payload:sub(13) }
    local place = 0
    if #payload >= 12 then
      part.index, part.count = imwire.number(payload, 0, 2), imwire.number(payload, 2, 2)
      part.total, part.offset = imwire.number(payload, 4, 4), imwire.number(payload, 8, 4)
      item:add(f.fragment_index, tvb(header, 2))
      item:add(f.fragment_count, tvb(header + 2, 2))
      item:add(f.fragment_total, tvb(header + 4, 4))
      item:add(f.fragment_offset, tvb(header + 8, 4))
      place = fragment_fault(payload, part)
    end
    if place then return refuse(header + place, "frame.fragment") end
    item:add(f.fragment_part, tvb(header + 12))
  end
  if type ~= 2 then return refuse(4, "frame.type") end
  if not part then
    if #payload == 0 then return refuse(header, "json.syntax") end
    local payload_item = item:add(f.packet_payload, tvb(header))
    return read_unit(payload_item, tvb(header):tvb(), payload, flags)
  end
  local told = fragment(state, pinfo, part, flags)
  if told.code then return refuse(header + told.place, told.code) end
  if told.answers and told.answers.frame and not told.unit then
    item:add(f.fragment_end, tvb(header, 12), told.answers.frame):set_generated()
  end
  local line = string.format("fragment %d of %d", part.index + 1, part.count)
  if not told.unit then return line end
  local unit = ByteArray.new(told.unit, true):tvb("Joined")
  return line .. ", " .. read_unit(item, unit, told.unit, flags)
end
