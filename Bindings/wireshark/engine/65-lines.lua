-- SPDX-License-Identifier: Apache-2.0
-- Lines of the socket chat protocol (FRM-010 to FRM-019).

local f = imwire.fields

local ends = { lf = "\n", crlf = "\r\n", cr = "\r", nul = "\0" }

-- Returns the delimiter that occurs first; nil if there is none yet.
function imwire.find_delimiter(bytes)
  local place = bytes:find("[%z\r\n]")
  if not place then return nil end
  local byte = bytes:byte(place)
  if byte == 0 then return "nul" end
  if byte == 0x0A then return "lf" end
  -- A CR at the end may be the first byte of a CR LF.
  if place == #bytes then return nil end
  return bytes:byte(place + 1) == 0x0A and "crlf" or "cr"
end

-- Returns the end of the line at `place` and the start of the next line; nil if its delimiter is not present.
function imwire.line_end(bytes, place, delimiter)
  local first, last = bytes:find(ends[delimiter], place + 1, true)
  if not first then return nil end
  return first - 1, last
end

-- Decodes the content of a line: the unit's text, its encoding, and whether its Base64 deviates; or nil, an error and
-- its position.
local function decode(line, agreed)
  local start = line:match("^[ \t\r\n]*(.?)")
  local trimmed = line:match("^[ \t\r\n]*(.-)[ \t\r\n]*$")
  if start == "{" or start == "[" or trimmed == imwire.chat_proto.prefs.heartbeat then return line, "json" end
  local text, deviates = imwire.base64(line)
  if agreed == "json" then
    -- If JSON was agreed, only Base64 that holds JSON text or the heartbeat is taken as Base64 (FRM-018).
    local inner = text and text:match("^[ \t\r\n]*(.-)[ \t\r\n]*$")
    if not inner or not (inner:match("^[{%[]") or inner == imwire.chat_proto.prefs.heartbeat) then return line, "json" end
  end
  if not text then return nil, "frame.base64", deviates end
  return text, "base64", deviates
end

-- Whether bytes are the broken form written by the seed's sample code (FRM-019).
local names = { "versionCode", "fromUserID", "toUserID", "deviceType", "messageType", "messageID", "contenType", "chatType",
  "sendTime", "nickName" }
local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local function encode(bytes)
  local out = {}
  for place = 0, #bytes - 3, 3 do
    local value = imwire.number(bytes, place, 3)
    for shift = 18, 0, -6 do
      local index = bit.band(bit.rshift(value, shift), 63) + 1
      out[#out + 1] = alphabet:sub(index, index)
    end
  end
  return table.concat(out)
end
function imwire.is_broken(line)
  if line:match("^[ \t\r\n]*[{%[]") then return false end
  for start = 1, 3 do
    local text, found = encode(line:sub(start, 1024)), 0
    for _, name in ipairs(names) do
      if text:find(name, 1, true) then found = found + 1 end
    end
    if found >= 2 then return true end
  end
  return false
end

-- Returns whether a line, or the beginning of one, can only belong to this protocol: nil if more of it is needed to
-- decide.
function imwire.begins_line(bytes)
  local delimiter = imwire.find_delimiter(bytes:sub(1, 65536))
  if delimiter then
    local stop = imwire.line_end(bytes, 0, delimiter)
    local text = decode(bytes:sub(1, stop))
    if not text then return false end
    local value = imwire.json(text, true)
    if value and value.kind == "array" then value = value.items[1] end
    return value ~= nil and value.kind == "object" and imwire.is_chat(value)
  end
  -- The beginning that this protocol writes is not confused with that of other protocols. The whole line is checked
  -- once it is present.
  local text = bytes
  if not bytes:match("^[{%[]") then
    if bytes:match("[^%w+/]") then return false end
    text = imwire.base64(bytes:sub(1, math.floor(math.min(#bytes, 64) / 4) * 4)) or ""
  end
  local head = '{"messageType":"'
  if #text < 12 or #bytes > imwire.limits.lineBytes then return false end
  if text:sub(1, #head) ~= head:sub(1, #text) then return false end
  local kind, mark = text:match('^(%a*)("?)', #head + 1)
  for _, known in ipairs(imwire.chat.kinds) do
    if not kind or kind == known or mark == "" and kind == known:sub(1, #kind) then return nil end
  end
  return false
end

-- Reads one line without its delimiter. `state.encoding` is the encoding of the first line; the other encoding is a
-- deviation.
function imwire.read_line(tree, tvb, line, stop, delimiter, state)
  local item = tree:add(imwire.chat_proto, tvb(), "Chat line")
  item:add(f.delimiter, stop < tvb:len() and tvb(stop) or tvb(stop - 1), delimiter)
  if line:match("^[ \t\r\n]*$") then
    item:set_text("Empty line")
    return "empty line"
  end
  if #line > imwire.limits.lineBytes then
    imwire.mark(item, tvb, 0, "frame.line")
    return "frame.line"
  end
  -- The encoding of the first line is taken as the agreed one (FRM-008).
  state.encoding = state.encoding or (line:match("^[ \t\r\n]*[{%[]") and "json" or "base64")
  local text, encoding, deviates = decode(line, state.encoding)
  if not text then
    imwire.mark(item, tvb, deviates, encoding)
    return encoding
  end
  item:add(f.encoding, tvb(0, stop), encoding):set_generated()
  local told
  if #text == 0 then
    imwire.mark(item, tvb, 0, "json.syntax")
    return "json.syntax"
  elseif encoding == "json" then
    told = imwire.read_text(item, tvb(0, stop):tvb(), text)
  else
    told = imwire.read_text(item, ByteArray.new(text, true):tvb("Base64"), text)
  end
  -- A deviation of the line is reported with its messages (CHT-063).
  if imwire.errors[told] then return told end
  if state.encoding ~= encoding then imwire.mark(item, tvb, 0, "DEV-115") end
  if encoding == "base64" and deviates then imwire.mark(item, tvb, 0, "DEV-114") end
  return told
end
