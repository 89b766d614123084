-- SPDX-License-Identifier: Apache-2.0
-- Chat messages: their kind, members and content (Spec/chat.md).

local f = imwire.fields

local kinds = {}
for _, kind in ipairs(imwire.chat.kinds) do kinds[kind] = true end
local member_names = {}
for _, member in ipairs(imwire.chat.members) do
  member_names[member.name] = true
  -- These two members have their own rules.
  if member.name == "sendTime" then member.kind = "time" elseif member.name == "beatID" then member.kind = "any" end
end
-- In a message of unknown kind, no unreadable member is refused (CHT-004).
imwire.chat.loose = {}
for index, member in ipairs(imwire.chat.members) do
  imwire.chat.loose[index] = { name = member.name, kind = member.kind, aliases = member.aliases, loose = true }
end
local local_state = {}
for _, name in ipairs(imwire.chat.localState) do local_state[name] = true end

local function there(object, name)
  local value = imwire.member(object, name)
  return value and value.kind ~= "null" and value or nil
end

-- Returns the kind of a message, and the deviation by which it was recognized (CHT-003, CHT-007, CHT-031, CHT-040).
function imwire.kind(object, body)
  local type = there(object, "messageType")
  if type then
    if type.kind == "string" then return kinds[type.text] and type.text or "unknown" end
    return "unknown"
  end
  local beat = there(object, "beatID")
  if beat and beat.text == body and not there(object, "fromUserID") then return "heartbeat" end
  local isLogin = there(object, "fromUserID") and there(object, "deviceType") and there(object, "versionCode")
  for _, name in ipairs({ "messageID", "toUserID", "groupID", "chatType", "contenType", "objectName", "content" }) do
    if there(object, name) then isLogin = nil end
  end
  if isLogin then return "login", "DEV-116" end
  return "unknown", "DEV-103"
end

-- Returns whether an object can only belong to this protocol: a known kind and another member of it, or a login.
function imwire.is_chat(object)
  local kind, deviation = imwire.kind(object, imwire.chat_proto.prefs.heartbeat)
  if kind == "unknown" or kind == "heartbeat" then return false end
  if deviation == "DEV-116" then return true end
  for _, member in ipairs(object.members) do
    if member.name ~= "messageType" and member_names[member.name] then return true end
  end
  return false
end

-- Returns what identifies a content: its objectName, or the members that its contenType requires.
local function shape_of(object)
  local type = there(object, "contenType") or there(object, "contentType")
  return type and type.kind == "string" and imwire.chat.contents[type.text]
end

local function content(tree, tvb, object)
  local value = there(object, "content")
  if not value then return end
  local name = there(object, "objectName")
  if name and name.kind == "string" then
    if value.kind == "object" then
      imwire.read_content(tree, tvb, value.first, value.last, name.text)
    elseif value.kind == "string" then
      local bytes = imwire.base64(value.text)
      if value.text:sub(1, 1) == "{" and imwire.json(value.text) then
        imwire.mark(tree, tvb, value.first, "DEV-110", "/content")
      elseif not bytes then
        imwire.mark(tree, tvb, value.first, "DEV-108", "/content")
      end
      tree:add(f.objectname, tvb:range(value.first, value.last - value.first), imwire.display(name.text)):set_generated()
    else
      imwire.mark(tree, tvb, value.first, "DEV-140", "/content")
    end
    return
  end
  local shape = shape_of(object)
  if not shape then return end
  if value.kind ~= "object" then return imwire.mark(tree, tvb, value.first, "DEV-140", "/content") end
  imwire.object(tree, tvb, value, imwire.chat.content, imwire.inner_fields, "/content")
  local size = imwire.member(value, "picSize")
  if size and size.kind == "string" then
    local isSize = size.text:match("^{%s*%d+%s*,%s*%d+%s*}$")
    imwire.mark(tree, tvb, size.first, isSize and "DEV-122" or "DEV-140", "/content/picSize")
  end
  for _, required in ipairs(shape) do
    if not there(value, required) then
      imwire.mark(tree, tvb, value.last - 1, "DEV-103", "/content/" .. required)
    end
  end
end

-- Checks the members whose rules are not in a table (CHT-013, CHT-015, CHT-016).
local function members(tree, tvb, object, isKnown)
  local hasOwner = there(object, "messageType") or there(object, "fromUserID")
  for _, member in ipairs(object.members) do
    if local_state[member.name] then
      imwire.mark(tree, tvb, member.place, "DEV-118", "/" .. member.name)
    elseif member.name == "beatID" and hasOwner then
      imwire.mark(tree, tvb, member.place, "DEV-119", "/beatID")
    end
  end
  local time = there(object, "sendTime")
  if time and (time.kind == "number" or time.kind == "string") then
    if time.kind == "number" then imwire.mark(tree, tvb, time.first, "DEV-120", "/sendTime") end
    local digits = time.text:match("^%d+$")
    local isLarge = digits and (#digits > 19 or #digits == 19 and digits > "9223372036854775807")
    if time.text ~= "" and (not digits or isLarge) then imwire.mark(tree, tvb, time.first, "DEV-121", "/sendTime") end
  end
  local mentioned = there(object, "atToUserIDs")
  if mentioned and mentioned.kind == "string" then
    imwire.mark(tree, tvb, mentioned.first, "DEV-111", "/atToUserIDs")
  elseif isKnown and mentioned and mentioned.kind ~= "array" then
    imwire.mark(tree, tvb, mentioned.first, "DEV-140", "/atToUserIDs")
  end
end

local function required(object, kind)
  local list = {}
  for _, name in ipairs(imwire.chat.required[kind] or {}) do list[name] = true end
  if kind == "normal" then
    local type = there(object, "chatType")
    if type and type.text == "userChat" then list.toUserID = true end
    if type and type.text == "groupChat" then list.groupID = true end
    if there(object, "objectName") then list.contenType = nil end
  end
  return list
end

-- Reads one message, from `first` to `last` of `tvb`. Returns a line for the packet list.
function imwire.read_message(tree, tvb, first, last, place)
  local range = tvb:range(first, last - first)
  local view, text = range:tvb(), range:raw()
  local item = tree:add(f.message, range, imwire.display(text))
  if place then item:append_text(" (" .. place .. ")") end
  if #text > imwire.limits.messageBytes then
    imwire.mark(item, view, 0, "limit.size")
    return "refused"
  end
  local object, problem, notes = imwire.json(text)
  if object and object.kind ~= "object" then problem = { code = "message.type", offset = object.first } end
  if problem then
    imwire.mark(item, view, problem.offset, problem.code)
    return problem.code
  end
  return imwire.tell(item, view, object, notes, text)
end

-- Shows a message that has been read, with its errors and deviations.
function imwire.tell(item, view, object, notes, text)
  local kind, deviation = imwire.kind(object, imwire.chat_proto.prefs.heartbeat)
  item:add(f.kind, view:range(object.first, object.last - object.first), kind):set_generated()
  item:set_text("Message: " .. kind)
  if notes.surrogate then imwire.mark(item, view, notes.surrogate, "DEV-109") end
  if deviation == "DEV-116" then imwire.mark(item, view, object.last - 1, deviation, "/messageType") end
  local isKnown = kind ~= "unknown"
  local rules = isKnown and imwire.chat.members or imwire.chat.loose
  local isRead = isKnown and (there(object, "objectName") or shape_of(object))
  imwire.object(item, view, object, rules, imwire.chat_fields, "", isRead and "content")
  members(item, view, object, isKnown)
  if isKnown then content(item, view, object) end
  local wanted = required(object, kind)
  for _, rule in ipairs(imwire.chat.members) do
    local isLogin = deviation == "DEV-116" and rule.name == "messageType"
    if wanted[rule.name] and not isLogin
      and not imwire.is_there(object, { [rule.name] = true, contentType = true }, rule) then
      imwire.mark(item, view, object.last - 1, "DEV-103", "/" .. rule.name)
    end
  end
  return imwire.summary(kind, object)
end

function imwire.summary(kind, object)
  local function value(name)
    local found = there(object, name)
    return found and found.text or nil
  end
  local line = kind
  if value("fromUserID") then line = line .. " from " .. value("fromUserID") end
  if value("toUserID") or value("groupID") then line = line .. " to " .. (value("toUserID") or value("groupID")) end
  local type = value("objectName") or value("contenType") or value("contentType")
  if type then line = line .. ": " .. type end
  return imwire.display(line)
end
