-- SPDX-License-Identifier: Apache-2.0
-- Checksums, UTF-8 and Base64 over Lua strings. Offsets count from 0, as in the wire formats.

local band, bxor, rshift = bit.band, bit.bxor, bit.rshift

-- The table of CRC-32 (FRM-040): polynomial 04C11DB7, reflected.
local crc_table = {}
for index = 0, 255 do
  local value = index
  for _ = 1, 8 do
    value = band(value, 1) == 1 and bxor(rshift(value, 1), 0xEDB88320) or rshift(value, 1)
  end
  crc_table[index] = value
end

-- Updates the checksum `crc` with more bytes; nil begins a new checksum.
function imwire.crc32(bytes, first, last, crc)
  local value = crc and bxor(crc, 0xFFFFFFFF) or 0xFFFFFFFF
  for index = first + 1, last do
    value = bxor(rshift(value, 8), crc_table[band(bxor(value, bytes:byte(index)), 0xFF)])
  end
  value = bxor(value, 0xFFFFFFFF)
  return value < 0 and value + 0x100000000 or value
end

function imwire.adler32(bytes)
  local low, high = 1, 0
  for index = 1, #bytes do
    low = (low + bytes:byte(index)) % 65521
    high = (high + low) % 65521
  end
  return high * 65536 + low
end

-- Returns a big-endian number of `count` bytes; exact for up to six bytes.
function imwire.number(bytes, offset, count)
  local value = 0
  for index = offset + 1, offset + count do value = value * 256 + bytes:byte(index) end
  return value
end

-- Returns the offset of the first ill-formed sequence, or nil if there is none. With `cesu`, surrogates of three bytes
-- are also accepted, as in the strings of packets (RMTP-022, RMTP-023).
function imwire.utf8_fault(bytes, first, last, cesu)
  local index = first
  while index < last do
    local lead = bytes:byte(index + 1)
    local count, low, high = 0, 0x80, 0xBF
    if lead < 0x80 then count = 0
    elseif lead >= 0xC2 and lead <= 0xDF then count = 1
    elseif lead >= 0xE0 and lead <= 0xEF then
      count = 2
      if lead == 0xE0 then low = 0xA0 elseif lead == 0xED and not cesu then high = 0x9F end
    elseif lead >= 0xF0 and lead <= 0xF4 then
      count = 3
      if lead == 0xF0 then low = 0x90 elseif lead == 0xF4 then high = 0x8F end
    else return index end
    if index + count >= last then return index end
    for step = 1, count do
      local byte = bytes:byte(index + step + 1)
      if byte < low or byte > high then return index end
      low, high = 0x80, 0xBF
    end
    index = index + count + 1
  end
  return nil
end

local base64_values = {}
for index = 0, 63 do
  local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  base64_values[alphabet:byte(index + 1)] = index
end

-- Decodes Base64 that may contain white space or lack padding (FRM-016). Returns the bytes, whether the text deviates,
-- and the positions of the significant characters; or nil and the offset of the first invalid character (FRM-017).
function imwire.base64(text)
  local out, places, count, value, padding, deviates = {}, {}, 0, 0, 0, false
  for index = 1, #text do
    local byte = text:byte(index)
    local six = base64_values[byte]
    if byte == 0x20 or byte == 0x09 or byte == 0x0D or byte == 0x0A then
      deviates = true
    elseif byte == 0x3D then
      padding = padding + 1
      local place = (count + padding - 1) % 4
      if place < 2 or padding > 2 then return nil, index - 1 end
    elseif six == nil or padding > 0 then
      return nil, index - 1
    else
      places[#places + 1] = index - 1
      count = count + 1
      value = value * 64 + six
      if count % 4 == 0 then
        out[#out + 1] = string.char(rshift(value, 16), band(rshift(value, 8), 255), band(value, 255))
        value = 0
      end
    end
  end
  local left = count % 4
  if left == 1 or left + padding > 4 then return nil, #text end
  if left == 2 then
    if value % 16 ~= 0 then return nil, places[#places] end
    out[#out + 1] = string.char(rshift(value, 4))
  elseif left == 3 then
    if value % 4 ~= 0 then return nil, places[#places] end
    out[#out + 1] = string.char(rshift(value, 10), band(rshift(value, 2), 255))
  end
  return table.concat(out), deviates or (left > 0 and left + padding < 4), places
end
