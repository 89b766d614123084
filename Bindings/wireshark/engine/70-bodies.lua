-- SPDX-License-Identifier: Apache-2.0
-- Bodies of RongCloud's packets: protobuf messages by the rules of PRB-001 to PRB-054.

local f = imwire.fields
local limits = imwire.packet_limits

local function fail(code, offset, path) error({ code = code, offset = offset, path = path }) end

-- Reads a varint of up to ten bytes: its low and high 32 bits, and the offset after it.
local function varint(bytes, place, stop, path)
  local low, high, shift, at = 0, 0, 0, place
  while true do
    if at >= stop then fail("proto.truncated", stop, path) end
    local byte = bytes:byte(at + 1)
    local seven = byte % 128
    if shift < 28 then low = low + seven * 2 ^ shift
    elseif shift == 28 then
      low = low + seven % 16 * 2 ^ 28
      high = high + math.floor(seven / 16)
    elseif shift < 63 then high = high + seven * 2 ^ (shift - 32)
    else high = high + seven % 2 * 2 ^ 31 end
    at = at + 1
    if byte < 0x80 then return low, high % 2 ^ 32, at end
    shift = shift + 7
    if at - place == 10 then fail("proto.varint", place, path) end
  end
end

local function tag(bytes, place, stop, path)
  local number, at, shift = 0, place, 0
  while true do
    if at >= stop then fail("proto.truncated", stop, path) end
    local byte = bytes:byte(at + 1)
    number = number + byte % 128 * 2 ^ shift
    at, shift = at + 1, shift + 7
    if byte < 0x80 then break end
    if at - place == 5 then fail("proto.tag", place, path) end
  end
  local wire = number % 8
  number = (number - wire) / 8
  if number == 0 or number > 536870911 then fail("proto.tag", place, path) end
  if wire == 6 or wire == 7 then fail("proto.wireType", place, path) end
  return number, wire, at
end

local function length(bytes, place, stop, path)
  local low, high, at = varint(bytes, place, stop, path)
  if high > 0 or low > stop - at then fail("proto.truncated", stop, path) end
  return low, at
end

-- Skips the value of an unknown field; a group is skipped to its own end (PRB-022).
local function skip(bytes, place, stop, number, wire, path, depth)
  if wire == 0 then return select(3, varint(bytes, place, stop, path)) end
  if wire == 1 or wire == 5 then
    local size = wire == 1 and 8 or 4
    if stop - place < size then fail("proto.truncated", stop, path) end
    return place + size
  end
  if wire == 2 then
    local size, at = length(bytes, place, stop, path)
    return at + size
  end
  while true do
    local start = place
    local inner, kind, at = tag(bytes, place, stop, path)
    if kind == 4 then
      if inner ~= number then fail("proto.wireType", start, path) end
      return at
    end
    if kind == 3 and depth + 1 > limits.bodyDepth then fail("limit.depth", start, path) end
    place = skip(bytes, at, stop, inner, kind, path, depth + (kind == 3 and 1 or 0))
  end
end

local function is_varint(type)
  return type == "int32" or type == "int64" or type == "bool" or imwire.enums[type] ~= nil
end

local function signed(low) return low >= 2 ^ 31 and low - 2 ^ 32 or low end

local function show_number(tree, field, range, type, low, high)
  if type == "int64" then return tree:add(field, range, Int64.new(low, high)) end
  if type == "bool" then return tree:add(field, range, low ~= 0 or high ~= 0) end
  return tree:add(field, range, signed(low))
end

-- Reads a message and shows it. `walk` counts elements, and collects the missing required fields.
local function message(tree, tvb, bytes, first, stop, name, path, depth, walk)
  local schema, fields = imwire.messages[name], imwire.body_fields[name]
  local place, counts, found = first, {}, {}
  local content, objectname
  local function read()
    while place < stop do
      local start = place
      local number, wire, at = tag(bytes, place, stop, path)
      if wire == 4 then fail("proto.wireType", start, path) end
      local known = schema[number]
      local repeated = known and known.label == "repeated"
      local fits = known and (is_varint(known.type) and (wire == 0 or wire == 2 and repeated)
        or not is_varint(known.type) and wire == 2)
      if not fits then
        local inner = path .. "/" .. (known and known.name or "?")
        if wire == 3 and depth + 1 > limits.bodyDepth then fail("limit.depth", start, inner) end
        place = skip(bytes, at, stop, number, wire, inner, depth + 1)
        walk.unknown = walk.unknown or depth == 1
        if tree then
          tree:add(f.rmtp_unknown, tvb:range(start, place - start)):set_text(
            string.format("field %d, wire type %d: not in the schema", number, wire))
        end
      else
        found[number] = true
        local inner = path .. "/" .. known.name
        local function element()
          walk.items = walk.items + 1
          if walk.items > limits.bodyItems then fail("limit.items", start, inner) end
        end
        local place_of = inner
        if repeated then
          counts[number] = counts[number] or 0
          place_of = inner .. "/" .. counts[number]
        end
        if wire == 0 then
          if repeated then element() end
          local low, high, behind = varint(bytes, at, stop, place_of)
          if tree then show_number(tree, fields[number], tvb:range(start, behind - start), known.type, low, high) end
          if repeated then counts[number] = counts[number] + 1 end
          place = behind
        elseif is_varint(known.type) then
          local size, value = length(bytes, at, stop, inner)
          local here, behind = value, value + size
          while here < behind do
            element()
            local low, high, next = varint(bytes, here, behind, inner .. "/" .. counts[number])
            if tree then show_number(tree, fields[number], tvb:range(here, next - here), known.type, low, high) end
            counts[number] = counts[number] + 1
            here = next
          end
          place = behind
        else
          if repeated then element() end
          local isMessage = imwire.messages[known.type]
          if isMessage and depth + 1 > limits.bodyDepth then fail("limit.depth", start, place_of) end
          local size, value = length(bytes, at, stop, place_of)
          place = value + size
          local range = tree and tvb:range(start, place - start)
          local text = bytes:sub(value + 1, place)
          if isMessage then
            local item = tree and tree:add(fields[number], range)
            if item then item:set_text(known.name .. ": " .. known.type) end
            message(item, tvb, bytes, value, place, known.type, place_of, depth + 1, walk)
          elseif known.type == "string" then
            local fault = imwire.utf8_fault(bytes, value, place)
            if fault then fail("proto.utf8", fault, place_of) end
            if tree then tree:add(fields[number], range, imwire.display(text)) end
            if known.name == "classname" then objectname = text end
          else
            local item = tree and tree:add(fields[number], size > 0 and tvb:range(value, size) or range)
            if known.name == "content" and size > 0 then content = { item = item, first = value, last = place } end
          end
          if repeated then counts[number] = counts[number] + 1 end
        end
      end
    end
  end
  local ok, problem = pcall(read)
  -- A content that was read is shown even if an error follows it.
  if tree and content and objectname then
    imwire.read_content(content.item, tvb, content.first, content.last, objectname)
    walk.objectname = objectname
  end
  if not ok then error(problem, 0) end
  for number = 1, walk.largest[name] do
    local known = schema[number]
    if known and known.label == "required" and not found[number] then
      walk.missing[#walk.missing + 1] = { offset = stop, path = path .. "/" .. known.name }
    end
  end
end

local largest = {}
for name, schema in pairs(imwire.messages) do
  largest[name] = 0
  for number in pairs(schema) do largest[name] = math.max(largest[name], number) end
end

local function walk(tree, tvb, bytes, name)
  local notes = { items = 0, missing = {}, largest = largest }
  if #bytes > limits.bodyBytes then return { code = "limit.size", offset = 0, path = "" }, notes end
  local ok, answer = pcall(message, tree, tvb, bytes, 0, #bytes, name, "", 1, notes)
  if ok then return nil, notes end
  if type(answer) == "table" and answer.code then return answer, notes end
  error(answer, 0)
end

-- Returns which message a request is: the first one for which all fields are known and none is missing (RMTP-232).
function imwire.request_of(topic, bytes)
  if not topic.request or not topic.alternatives then return topic.request end
  local names = { topic.request }
  for _, other in ipairs(topic.alternatives) do names[#names + 1] = other end
  for _, name in ipairs(names) do
    local problem, notes = walk(nil, nil, bytes, name)
    if not problem and not notes.unknown and #notes.missing == 0 then return name end
  end
  return topic.request
end

-- Shows a body that is a message of type `name`. Returns the objectName that it contains.
function imwire.read_body(tree, tvb, bytes, name)
  local item = tree:add(f.rmtp_body, tvb(), name)
  local problem, notes = walk(item, tvb, bytes, name)
  if problem then imwire.mark(item, tvb, problem.offset, problem.code, problem.path) end
  for index, missing in ipairs(notes.missing) do
    if index > 64 or problem then break end
    imwire.mark(item, tvb, missing.offset, "DEV-138", missing.path)
  end
  return notes.objectname
end
