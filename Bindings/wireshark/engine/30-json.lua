-- SPDX-License-Identifier: Apache-2.0
-- Reads JSON into values that know their position (CNT-010 to CNT-019).
--
-- A value has `kind` ("object", "array", "string", "number", "boolean", "null"), `first` and `last` (the offset after
-- it). An object has `members` with name, place (of the opening quote) and value, an array has `items`, and a string
-- has `text`.

local deepest = imwire.limits.depth
local longest = imwire.limits.stringBytes

local function fail(code, offset) error({ code = code, offset = offset }) end

local escapes = { [0x22] = "\"", [0x5C] = "\\", [0x2F] = "/", [0x62] = "\b", [0x66] = "\f", [0x6E] = "\n",
  [0x72] = "\r", [0x74] = "\t" }

local function utf8(point)
  if point < 0x80 then return string.char(point) end
  if point < 0x800 then return string.char(0xC0 + math.floor(point / 64), 0x80 + point % 64) end
  if point < 0x10000 then
    return string.char(0xE0 + math.floor(point / 4096), 0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
  end
  return string.char(0xF0 + math.floor(point / 262144), 0x80 + math.floor(point / 4096) % 64,
    0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
end

local function parser(bytes, notes)
  local place = 0
  local value

  local function space()
    local _, last = bytes:find("^[ \t\r\n]*", place + 1)
    place = last
  end

  local function four(at)
    for index = at, at + 3 do
      local byte = bytes:sub(index + 1, index + 1)
      if not byte:match("%x") then fail("json.syntax", index) end
    end
    return tonumber(bytes:sub(at + 1, at + 4), 16)
  end

  local function text()
    local start, pieces = place, {}
    place = place + 1
    while true do
      local first, last = bytes:find("^[%w !#-%[%]-~]+", place + 1)
      if first then
        pieces[#pieces + 1] = bytes:sub(first, last)
        place = last
      end
      local byte = bytes:byte(place + 1)
      if not byte then fail("json.syntax", #bytes) end
      if byte == 0x22 then break end
      if byte < 0x20 then fail("json.syntax", place) end
      if byte == 0x5C then
        local kind = bytes:byte(place + 2)
        if not kind then fail("json.syntax", #bytes) end
        if kind == 0x75 then
          local unit = four(place + 2)
          local next = place + 6
          if unit >= 0xD800 and unit < 0xDC00 and bytes:sub(next + 1, next + 2) == "\\u" then
            local low = four(next + 2)
            if low >= 0xDC00 and low < 0xE000 then
              unit, next = 0x10000 + (unit - 0xD800) * 1024 + low - 0xDC00, next + 6
            end
          end
          if unit >= 0xD800 and unit < 0xE000 then
            notes.surrogate = notes.surrogate or place
            pieces[#pieces + 1] = bytes:sub(place + 1, next)
          else
            pieces[#pieces + 1] = utf8(unit)
          end
          place = next
        elseif escapes[kind] then
          pieces[#pieces + 1] = escapes[kind]
          place = place + 2
        else
          fail("json.syntax", place + 1)
        end
      elseif byte >= 0x80 then
        local size = byte >= 0xF0 and 4 or byte >= 0xE0 and 3 or 2
        if imwire.utf8_fault(bytes, place, math.min(place + size, #bytes)) then fail("json.utf8", place) end
        pieces[#pieces + 1] = bytes:sub(place + 1, place + size)
        place = place + size
      else
        pieces[#pieces + 1] = string.char(byte)
        place = place + 1
      end
      if place - start - 1 > longest then fail("limit.string", start) end
    end
    place = place + 1
    if place - start - 2 > longest then fail("limit.string", start) end
    return table.concat(pieces)
  end

  local function number()
    local start = place
    local function digits()
      local _, last = bytes:find("^%d+", place + 1)
      if not last then fail(imwire.syntax(bytes, place)) end
      place = last
    end
    if bytes:sub(place + 1, place + 1) == "-" then place = place + 1 end
    if bytes:sub(place + 1, place + 1) == "0" then place = place + 1 else digits() end
    if bytes:sub(place + 1, place + 1) == "." then place = place + 1 digits() end
    if bytes:find("^[eE]", place + 1) then
      place = place + 1
      if bytes:find("^[+-]", place + 1) then place = place + 1 end
      digits()
    end
    return { kind = "number", first = start, last = place, text = bytes:sub(start + 1, place) }
  end

  local function word(spelling, kind)
    for index = 1, #spelling do
      if bytes:byte(place + index) ~= spelling:byte(index) then fail(imwire.syntax(bytes, place + index - 1)) end
    end
    local found = { kind = kind, first = place, last = place + #spelling, text = spelling }
    place = place + #spelling
    return found
  end

  -- Reads a bracketed list whose elements are read by `item`.
  local function list(close, item)
    place = place + 1
    space()
    if bytes:byte(place + 1) == close then place = place + 1 return end
    while true do
      item()
      space()
      local byte = bytes:byte(place + 1)
      if byte == close then place = place + 1 return end
      if byte ~= 0x2C then fail(imwire.syntax(bytes, place)) end
      place = place + 1
      space()
    end
  end

  function value(depth)
    local start, byte = place, bytes:byte(place + 1)
    if byte == 0x7B or byte == 0x5B then
      if depth > deepest then fail("limit.depth", start) end
      if byte == 0x7B then
        local found = { kind = "object", first = start, members = {} }
        list(0x7D, function()
          if bytes:byte(place + 1) ~= 0x22 then fail(imwire.syntax(bytes, place)) end
          local at = place
          local name = text()
          space()
          if bytes:byte(place + 1) ~= 0x3A then fail(imwire.syntax(bytes, place)) end
          place = place + 1
          space()
          found.members[#found.members + 1] = { name = name, place = at, value = value(depth + 1) }
        end)
        found.last = place
        return found
      end
      local found = { kind = "array", first = start, items = {} }
      list(0x5D, function() found.items[#found.items + 1] = value(depth + 1) end)
      found.last = place
      return found
    elseif byte == 0x22 then
      local spelling = text()
      return { kind = "string", first = start, last = place, text = spelling }
    elseif byte == 0x74 then return word("true", "boolean")
    elseif byte == 0x66 then return word("false", "boolean")
    elseif byte == 0x6E then return word("null", "null")
    elseif byte == 0x2D or byte and byte >= 0x30 and byte <= 0x39 then return number() end
    fail(imwire.syntax(bytes, place))
  end

  return function()
    if bytes:sub(1, 3) == "\239\187\191" then fail("json.bom", 0) end
    space()
    -- The array of a batch does not count towards the depth of its messages (CHT-060).
    local found = value(notes.isBatch and 0 or 1)
    space()
    if place < #bytes then
      local code = imwire.syntax(bytes, place)
      fail(code == "json.utf8" and code or "json.trailing", place)
    end
    return found
  end
end

-- Returns the error for a byte at which the text cannot continue: ill-formed UTF-8 or a syntax error.
function imwire.syntax(bytes, place)
  local byte = bytes:byte(place + 1)
  if byte and byte >= 0x80 and imwire.utf8_fault(bytes, place, math.min(place + 4, #bytes)) == place then
    return "json.utf8", place
  end
  return "json.syntax", math.min(place, #bytes)
end

-- Returns the value, or nil and an error with code and offset; then notes, whose `surrogate` is the position of a lone
-- surrogate.
function imwire.json(bytes, isBatch)
  local notes = { isBatch = isBatch }
  local ok, answer = pcall(parser(bytes, notes))
  if ok then return answer, nil, notes end
  if type(answer) == "table" and answer.code then return nil, answer, notes end
  error(answer, 0)
end

-- Returns the last member with a name, which is the one that counts (CNT-017).
function imwire.member(object, name)
  for index = #object.members, 1, -1 do
    if object.members[index].name == name then return object.members[index].value end
  end
  return nil
end
