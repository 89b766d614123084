-- SPDX-License-Identifier: Apache-2.0
-- Inflates one zlib stream to a known length (FRM-060 to FRM-063). The inflater of Wireshark has no limit and ignores
-- damage, so a packet could exhaust its memory.

local lengths = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258 }
local length_bits = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 }
local distances = { 1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
  4097, 6145, 8193, 12289, 16385, 24577 }
local distance_bits = { 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13 }
local code_order = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 }

-- The errors of a stream that breaks the rules.
local damaged = { code = "frame.inflate" }
local too_long = { code = "frame.inflateLength" }

-- Creates a canonical code: the number of symbols of each length, and the symbols in order. A code whose symbols do not
-- fit, or that is incomplete with more than one symbol, is damaged.
local function huffman(sizes, count)
  local code = { count = {}, symbols = {} }
  for bits = 0, 15 do code.count[bits] = 0 end
  for symbol = 0, count - 1 do code.count[sizes[symbol]] = code.count[sizes[symbol]] + 1 end
  local left, used = 1, 0
  for bits = 1, 15 do
    left = left * 2 - code.count[bits]
    used = used + code.count[bits]
    if left < 0 then error(damaged) end
  end
  if left > 0 and not (used == 0 or used == 1 and code.count[1] == 1) then error(damaged) end
  local place = { [1] = 1 }
  for bits = 1, 14 do place[bits + 1] = place[bits] + code.count[bits] end
  for symbol = 0, count - 1 do
    local bits = sizes[symbol]
    if bits ~= 0 then
      code.symbols[place[bits]] = symbol
      place[bits] = place[bits] + 1
    end
  end
  return code
end

local function reader(bytes)
  local index, held, count = 3, 0, 0
  local self = {}
  function self.bits(wanted)
    while count < wanted do
      local byte = bytes:byte(index)
      if not byte then error(damaged) end
      held = held + byte * 2 ^ count
      count, index = count + 8, index + 1
    end
    local size = 2 ^ wanted
    local value = held % size
    held, count = (held - value) / size, count - wanted
    return value
  end
  function self.symbol(code)
    local value, first, place = 0, 0, 1
    for bits = 1, 15 do
      value = value + self.bits(1)
      local here = code.count[bits]
      if value - here < first then return code.symbols[place + value - first] end
      place, first = place + here, (first + here) * 2
      value = value * 2
    end
    error(damaged)
  end
  function self.align() held, count = 0, 0 end
  function self.place() return index - 1 end
  return self
end

local fixed
local function fixed_codes()
  if not fixed then
    local sizes, places = {}, {}
    for symbol = 0, 287 do
      sizes[symbol] = symbol < 144 and 8 or symbol < 256 and 9 or symbol < 280 and 7 or 8
    end
    for symbol = 0, 29 do places[symbol] = 5 end
    -- Only 30 of the 32 codes are used. The table is filled to 32 so that it passes the check for incomplete codes.
    places[30], places[31] = 5, 5
    fixed = { huffman(sizes, 288), huffman(places, 32) }
  end
  return fixed[1], fixed[2]
end

local function dynamic_codes(input)
  local literals, places, orders = input.bits(5) + 257, input.bits(5) + 1, input.bits(4) + 4
  if literals > 286 or places > 30 then error(damaged) end
  local sizes = {}
  for index = 1, 19 do sizes[code_order[index]] = index <= orders and input.bits(3) or 0 end
  local code = huffman(sizes, 19)
  local all, index = {}, 0
  while index < literals + places do
    local symbol = input.symbol(code)
    if symbol < 16 then
      all[index], index = symbol, index + 1
    else
      local size, times = 0, 0
      if symbol == 16 then
        if index == 0 then error(damaged) end
        size, times = all[index - 1], 3 + input.bits(2)
      elseif symbol == 17 then times = 3 + input.bits(3)
      else times = 11 + input.bits(7) end
      if index + times > literals + places then error(damaged) end
      for _ = 1, times do all[index], index = size, index + 1 end
    end
  end
  if all[256] == 0 then error(damaged) end
  local tail = {}
  for place = 0, places - 1 do tail[place] = all[literals + place] end
  return huffman(all, literals), huffman(tail, places)
end

local function inflate(bytes, room)
  if #bytes < 2 then error(damaged) end
  local method, flags = bytes:byte(1), bytes:byte(2)
  if method % 16 ~= 8 or method > 0x7F or (method * 256 + flags) % 31 ~= 0 or bit.band(flags, 0x20) ~= 0 then
    error(damaged)
  end
  local input, out, count = reader(bytes), {}, 0
  local function put(byte)
    if count == room then error(too_long) end
    count = count + 1
    out[count] = byte
  end
  repeat
    local last, kind = input.bits(1), input.bits(2)
    if kind == 0 then
      input.align()
      local size, check = input.bits(16), input.bits(16)
      if size + check ~= 0xFFFF then error(damaged) end
      for _ = 1, size do put(input.bits(8)) end
    elseif kind == 3 then
      error(damaged)
    else
      local literals, places
      if kind == 1 then literals, places = fixed_codes() else literals, places = dynamic_codes(input) end
      while true do
        local symbol = input.symbol(literals)
        if symbol == 256 then break end
        if symbol < 256 then
          put(symbol)
        else
          local index = symbol - 256
          if index > 29 then error(damaged) end
          local length = lengths[index] + input.bits(length_bits[index])
          local far = input.symbol(places) + 1
          if far > 30 then error(damaged) end
          local distance = distances[far] + input.bits(distance_bits[far])
          if distance > count then error(damaged) end
          for _ = 1, length do put(out[count - distance + 1]) end
        end
      end
    end
  until last == 1
  local pieces = {}
  for index = 1, count, 4096 do
    pieces[#pieces + 1] = string.char(table.unpack(out, index, math.min(index + 4095, count)))
  end
  local text, place = table.concat(pieces), input.place()
  -- The data must be followed by exactly the Adler-32 and nothing else.
  if #bytes - place < 4 or imwire.number(bytes, place, 4) ~= imwire.adler32(text) then error(damaged) end
  if count < room then error(too_long) end
  if #bytes - place ~= 4 then error(damaged) end
  return text
end

-- Returns the inflated bytes, or nil and the code of the error.
function imwire.inflate(bytes, room)
  local ok, answer = pcall(inflate, bytes, room)
  if ok then return answer end
  if answer == damaged or answer == too_long then return nil, answer.code end
  error(answer, 0)
end
