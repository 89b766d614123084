-- SPDX-License-Identifier: Apache-2.0
-- RongCloud's packets: header byte, members by their layout, and their errors (RMTP-010 to RMTP-045).

local f = imwire.fields

-- Returns whether a rule applies to a direction and a version.
local function holds(place, direction, version)
  if place.direction and place.direction ~= direction then return false end
  if not place.versions then return true end
  for _, each in ipairs(place.versions) do
    if each == version then return true end
  end
  return false
end

local function contains(list, value)
  for _, each in ipairs(list or {}) do
    if each == value then return true end
  end
  return false
end

local widths = { u8 = 1, u16 = 2, u32 = 4, u64 = 8, flags = 1 }

-- Returns the text of a string for Wireshark: UTF-8, with surrogate pairs joined (RMTP-022) and lone surrogates as
-- escapes.
local function text_of(bytes)
  local joined = bytes:gsub("\237([\160-\175])([\128-\191])\237([\176-\191])([\128-\191])", function(a, b, c, d)
    local high = (a:byte() - 160) * 64 + b:byte() - 128
    local low = (c:byte() - 176) * 64 + d:byte() - 128
    local point = 0x10000 + high * 1024 + low
    return string.char(240 + math.floor(point / 262144), 128 + math.floor(point / 4096) % 64,
      128 + math.floor(point / 64) % 64, 128 + point % 64)
  end)
  joined = joined:gsub("\237([\160-\191])([\128-\191])", function(a, b)
    return string.format("\\u%04x", 0xD000 + (a:byte() - 128) * 64 + b:byte() - 128)
  end)
  return imwire.display(joined)
end

-- Reads the members of a body. Returns the members by name, a list of marks, and whether an error ended the reading.
-- `show` is called with each member, its position and its value.
function imwire.read_members(packet, bytes, direction, version, show)
  local members, marks, place, flags = {}, {}, 0, nil
  local asked = packet.direction ~= "both" and packet.direction or direction
  local isInFormat = {}
  for _, member in ipairs(packet.members) do
    isInFormat[member.name] = not (member.only and not holds(member.only, asked, version))
      and not (member["not"] and holds(member["not"], asked, version))
  end
  local function mark(code, offset, name) marks[#marks + 1] = { code = code, offset = offset, path = name and "/" .. name or "" } end
  for _, member in ipairs(packet.members) do
    local announced = true
    if member.announcedBy and packet.flags and isInFormat[packet.flags] then
      announced = flags and bit.band(flags, packet.masks[member.announcedBy]) ~= 0
    end
    if member.bit then
      if flags and announced then
        local mask = packet.masks[member.bit]
        local value = bit.band(flags, mask)
        while mask % 2 == 0 do mask, value = mask / 2, value / 2 end
        members[member.name] = member.kind == "boolean" and value ~= 0 or value
        show(member, members.flags_at, 1, member.kind == "boolean" and value ~= 0 or value, true)
      end
    elseif isInFormat[member.name] and announced then
      local width = widths[member.kind]
      if member.kind == "rest" then
        members.data = { place, #bytes }
        return members, marks
      end
      if place == #bytes then
        if not contains(member.mayEnd, version) then mark("DEV-130", place) end
        return members, marks
      end
      if #bytes - place < (width or 2) then
        mark("packet.truncated", place, member.name)
        return members, marks, true
      end
      if width then
        if width == 8 then
          local high, low = imwire.number(bytes, place, 4), imwire.number(bytes, place + 4, 4)
          members[member.name] = UInt64.new(low, high)
        else
          members[member.name] = imwire.number(bytes, place, width)
        end
        show(member, place, width, members[member.name])
        if member.kind == "flags" then
          flags, members.flags_at = members[member.name], place
          local known = 0
          for _, mask in pairs(packet.masks) do known = bit.bor(known, mask) end
          local strange = bit.band(flags, bit.bnot(known)) ~= 0
          -- The bits of a will have no meaning without a will (RMTP-032).
          if packet.masks.will and bit.band(flags, packet.masks.will) == 0 then
            strange = strange or bit.band(flags, packet.masks.willQos + packet.masks.retainWill) ~= 0
          end
          if strange then mark(packet.flagsDeviation, place, member.name) end
        end
        place = place + width
      else
        local wanted = imwire.number(bytes, place, 2)
        local stop = math.min(place + 2 + wanted, #bytes)
        local fault = imwire.utf8_fault(bytes, place + 2, stop, true)
        if fault then
          mark("packet.utf8", fault, member.name)
          return members, marks, true
        end
        members[member.name] = bytes:sub(place + 3, stop)
        show(member, place, stop - place, text_of(members[member.name]))
        if stop < place + 2 + wanted then
          mark("DEV-131", place, member.name)
        end
        place = stop
      end
    end
  end
  if place < #bytes then
    members.trailing = { place, #bytes }
    mark("DEV-132", place)
  end
  return members, marks
end

local function show_header(tree, range, byte, isDown)
  local header = tree:add(f.rmtp_header, range, byte)
  local type = math.floor(byte / 16)
  header:add(f.rmtp_type, range, byte)
  header:add(type == 3 and isDown and f.rmtp_sync or f.rmtp_dup, range, byte)
  header:add(f.rmtp_qos, range, byte)
  header:add(f.rmtp_retain, range, byte)
  header:append_text(" " .. imwire.packet_names[type])
end

-- Returns which message the body of a packet is (RMTP-060, RMTP-162), and the topic that determines it.
local function body_of(name, members, header, direction, bytes, pinfo, state)
  local function topic(packet) return members.topic and imwire.topics[packet .. " " .. members.topic] end
  local other = direction == "up" and "down" or "up"
  if name == "PUBLISH" then
    local found = topic("PUBLISH")
    if not found then return nil end
    -- A message that this user sent from another device is received in the form in which it was sent.
    if direction == "down" and bit.band(header, 8) ~= 0 and found.direction == "down" then return "UpStreamMessage" end
    return imwire.request_of(found, bytes)
  elseif name == "QUERY" then
    local found = topic("QUERY")
    if not pinfo.visited and members.messageId then
      state.asked[direction .. members.messageId] = found and members.topic or nil
    end
    return found and imwire.request_of(found, bytes)
  elseif name == "QUERYACK" and members.messageId then
    local key = pinfo.number .. ":" .. members.messageId
    if not pinfo.visited then
      local asked = other .. members.messageId
      state.answered[key] = state.asked[asked] or state.answered[key]
      state.asked[asked] = nil
    end
    local asked = state.answered[key]
    local found = asked and imwire.topics["QUERY " .. asked]
    return found and found.answer, asked
  end
end

-- Shows one packet, whose body is `bytes` in `tvb`. Offsets count from `base_offset` in `tvb`. Returns a line for the
-- packet list.
function imwire.read_rmtp(tree, tvb, bytes, header, range, context, base_offset)
  local direction, version, pinfo, state = context.direction, context.version, context.pinfo, context.state
  local type = math.floor(header / 16)
  local packet, name = imwire.packets[type], imwire.packet_names[type]
  show_header(tree, range, header, direction == "down")
  tree:add(f.rmtp_direction, range, direction):set_generated()
  tree:add(f.rmtp_agreed, range, version):set_generated()
  local function mark(at, code, path)
    if at < 0 then return imwire.mark(tree, range:tvb(), 0, code, path) end
    imwire.mark(tree, tvb, at, code, path)
  end
  if not packet then
    if #bytes > 0 then tree:add(f.rmtp_data, tvb(base_offset)) end
    return name
  end
  if packet.direction ~= "both" and packet.direction ~= direction then
    if packet.otherWay == "refuse" then
      mark(-1, "packet.direction")
      return "packet.direction"
    end
  end
  local isOtherWay = packet.direction ~= "both" and packet.direction ~= direction
  local members, marks, isRefused = imwire.read_members(packet, bytes, direction, version,
    function(member, at, size, value, isBit)
      local field = imwire.member_fields[member.name]
      local item = tree:add(field, tvb(base_offset + at, size), value)
      local names = member.registry and imwire.statuses[member.registry]
      if names and names[value] then item:append_text(" (" .. names[value] .. ")") end
      if member.unit == "seconds" then item:append_text(os.date("!, %Y-%m-%dT%H:%M:%SZ", value)) end
      if isBit then item:set_generated() end
    end)
  local line = name
  if members.topic then line = line .. " " .. text_of(members.topic) end
  if members.targetId and members.targetId ~= "" then line = line .. " to " .. text_of(members.targetId) end
  if members.status then line = line .. " status " .. tostring(members.status) end
  if members.trailing then tree:add(f.rmtp_trailing, tvb(base_offset + members.trailing[1])) end
  if name == "CONNECT" and not pinfo.visited and members.version and imwire.versions[members.version] then
    state.version = members.version
  end
  -- A refused packet has no deviations: its error is the last mark.
  if isRefused then marks = { marks[#marks] } elseif isOtherWay then mark(-1, "DEV-133") end
  for _, each in ipairs(marks) do mark(base_offset + each.offset, each.code, each.path) end
  if isRefused then return line .. ": " .. marks[1].code end
  if members.data and members.data[1] <= #bytes then
    local data = bytes:sub(members.data[1] + 1)
    local message, asked = body_of(name, members, header, direction, data, pinfo, state)
    if asked then
      tree:add(f.rmtp_answers, range, text_of(asked)):set_generated()
      line = line .. " of " .. text_of(asked)
    end
    if #data > 0 then
      local part = tvb(base_offset + members.data[1])
      local item = tree:add(f.rmtp_data, part)
      if message then
        local objectname = imwire.read_body(item, part:tvb(), data, message)
        if objectname then line = line .. ": " .. imwire.display(objectname) end
      end
    end
  end
  return line
end
