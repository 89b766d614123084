-- SPDX-License-Identifier: Apache-2.0
-- Contents: JSON with the name of its type, its members by name, and its deviations.
--
-- The members of the content itself are checked against its schema; nested objects are shown but not checked.

local f = imwire.fields

-- Shows a value as a tree. `field`, if given, has the value's text.
function imwire.show(tree, tvb, name, member, field, isDeep)
  local value = member.value
  local range = tvb:range(value.first, value.last - value.first)
  local text = value.text or range:raw()
  local item
  if field then
    item = tree:add(field, range, imwire.display(text))
  else
    item = tree:add(f.member, range, imwire.display(name))
    local shown = value.kind == "string" and '"' .. text .. '"' or text
    item:set_text(imwire.display(name .. ": " .. (value.members and "{…}" or value.items and "[…]" or shown)))
  end
  if not isDeep and (value.members or value.items) then imwire.show_inside(item, tvb, value, 1) end
  return item
end

function imwire.show_inside(tree, tvb, value, level)
  -- Deeper values are shown in the text of the values that contain them.
  if level > 8 then return end
  local function add(name, inner)
    local item = imwire.show(tree, tvb, name, { value = inner }, nil, true)
    if inner.members or inner.items then imwire.show_inside(item, tvb, inner, level + 1) end
  end
  for _, member in ipairs(value.members or {}) do add(member.name, member.value) end
  for index, item in ipairs(value.items or {}) do add(tostring(index - 1), item) end
end

-- Returns what is reported for a value that is not of the member's kind; nil if it fits or is not checked.
local function judge(rule, value)
  local kind = rule.kind
  if kind == "any" then return nil end
  if value.kind == "null" then return rule.null or "DEV-102" end
  if kind == "string" or kind == "base64" then
    if value.kind == "number" or value.kind == "boolean" then return rule.coerce or "DEV-106" end
    if value.kind ~= "string" then return "DEV-140" end
  elseif kind == "time" then
    -- A number has its own deviation (CHT-013).
    if value.kind == "boolean" then return "DEV-106" end
    if value.kind == "object" or value.kind == "array" then return "DEV-140" end
  elseif kind == "integer" or kind == "number" then
    if value.kind == "string" then
      return imwire.is_number(value.text) and (rule.coerce or "DEV-104") or "DEV-140"
    end
    if value.kind ~= "number" then return "DEV-140" end
    if kind == "integer" and value.text:find("[.eE]") then return "DEV-107" end
  elseif kind == "boolean" then
    if value.kind == "boolean" then return nil end
    local isRead = value.text == "0" or value.text == "1"
      or value.kind == "string" and (value.text == "true" or value.text == "false")
    return isRead and (rule.coerce or "DEV-105") or "DEV-140"
  elseif kind == "object" then
    if value.kind == "array" and #value.items == 0 then return rule.empty or "DEV-113" end
    if value.kind == "object" and #value.members == 0 and rule.empty then return rule.empty end
  end
  return nil
end
imwire.judge = judge

function imwire.is_number(text)
  local rest = text:match("^%-?0(.*)$") or text:match("^%-?[1-9]%d*(.*)$")
  if not rest or #text > imwire.limits.numberBytes then return false end
  rest = rest:match("^%.%d+(.*)$") or rest
  return rest == "" or rest:match("^[eE][+-]?%d+$") ~= nil
end

-- Shows the members of an object and reports deviations from a list of rules. `fields` are the members' fields by name;
-- the contents of the member `flat` are shown elsewhere.
function imwire.object(tree, tvb, value, rules, fields, path, flat)
  local by_name, seen, spelled = {}, {}, {}
  for _, rule in ipairs(rules) do
    by_name[rule.name] = rule
    for other, deviation in pairs(rule.aliases or {}) do spelled[other] = { rule = rule, deviation = deviation } end
  end
  local names = {}
  for _, member in ipairs(value.members) do names[member.name] = true end
  for _, member in ipairs(value.members) do
    local rule = by_name[member.name]
    local other = not rule and spelled[member.name]
    local counts = other and not names[other.rule.name] and member.value.kind ~= "null"
    if counts then rule = other.rule end
    local field = rule and fields[rule.name]
    local item = imwire.show(tree, tvb, member.name, member, field, member.name == flat)
    if seen[member.name] then imwire.mark(item, tvb, member.place, "DEV-101", path .. "/" .. member.name) end
    seen[member.name] = true
    if counts then imwire.mark(item, tvb, member.place, other.deviation, path .. "/" .. rule.name) end
    if rule then
      local found = judge(rule, member.value)
      if found and not (found == "DEV-140" and rule.loose) then imwire.mark(item, tvb, member.value.first, found, path .. "/" .. rule.name) end
    end
  end
  return names
end

-- Reads the content in `tvb` from `first` to `last`.
function imwire.read_content(tree, tvb, first, last, name)
  if first == last then return end
  local range = tvb:range(first, last - first)
  local known = imwire.contents[name]
  local text = range:raw()
  local item = tree:add(f.content, range, imwire.display(text))
  local title = known and known.title or "no built-in type"
  item:set_text("Content: " .. imwire.display(name) .. ", " .. title)
  item:add(f.objectname, range, imwire.display(name)):set_generated()
  if known then item:add(f.title, range, title):set_generated() end
  if imwire.length(name) > 32 then imwire.mark(item, tvb, first, "DEV-112") end
  local view = range:tvb()
  if #text > imwire.limits.contentBytes then return imwire.mark(item, view, 0, "limit.size") end
  local value, problem, notes = imwire.json(text)
  if not value then
    -- The format of an unknown type is not known, so its bytes are kept unchanged.
    if known and not known.opaque then imwire.mark(item, view, problem.offset, problem.code) end
    return
  end
  if not known or known.opaque then
    if value.members then imwire.show_inside(item, view, value, 1) end
    return
  end
  if value.kind ~= "object" then return imwire.mark(item, view, value.first, "content.type") end
  if notes.surrogate then imwire.mark(item, view, notes.surrogate, "DEV-109") end
  local names = imwire.object(item, view, value, known.members, imwire.content_fields, "")
  for _, rule in ipairs(known.members) do
    if rule.required and not imwire.is_there(value, names, rule) then
      imwire.mark(item, view, value.last - 1, rule.missing or "DEV-103", "/" .. rule.name)
    end
  end
  return title
end

-- Returns whether a member has a value under any of its spellings.
function imwire.is_there(value, names, rule)
  local function has(name)
    local found = names[name] and imwire.member(value, name)
    return found and found.kind ~= "null"
  end
  if names[rule.name] and has(rule.name) then return true end
  for other in pairs(rule.aliases or {}) do
    if has(other) then return true end
  end
  return false
end

-- Returns the number of characters in UTF-8 text.
function imwire.length(text)
  local _, count = text:gsub("[^\128-\191]", "")
  return count
end
