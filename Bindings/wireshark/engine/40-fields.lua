-- SPDX-License-Identifier: Apache-2.0
-- The protocols with their fields and expert information, made from the tables of the specification.

local chat = Proto("imwire", "Instant messaging: socket chat and contents")
local rmtp = Proto("rmtp", "RongCloud binary packets")
imwire.chat_proto, imwire.rmtp_proto = chat, rmtp

local f = {}
imwire.fields = f

-- Fields of both protocols.
f.error = ProtoField.string("imwire.error", "Error", "The code of an error (Spec/errors.md)")
f.deviation = ProtoField.string("imwire.deviation", "Deviation", "The id of a deviation from the canonical form")
f.objectname = ProtoField.string("imwire.objectname", "objectName", "The type of a content")
f.title = ProtoField.string("imwire.type", "Type", "The name of a content's type")
f.content = ProtoField.string("imwire.content", "Content", "The JSON text of a content")
f.member = ProtoField.string("imwire.member", "Member", "The name of a member")
f.note = ProtoField.string("imwire.note", "Note")

-- Lines and packets of the socket chat protocol.
f.kind = ProtoField.string("imwire.kind", "Kind", "The kind of a chat message")
f.message = ProtoField.string("imwire.message", "Message", "The JSON text of a chat message")
f.encoding = ProtoField.string("imwire.line.encoding", "Encoding", "json or base64")
f.delimiter = ProtoField.string("imwire.line.delimiter", "Delimiter", "lf, crlf, cr or nul")
local types = { [1] = "heartbeat", [2] = "message" }
f.packet_magic = ProtoField.uint16("imwire.packet.magic", "Magic", base.HEX)
f.packet_version = ProtoField.uint8("imwire.packet.version", "Version")
f.packet_header = ProtoField.uint8("imwire.packet.header", "Header length")
f.packet_type = ProtoField.uint8("imwire.packet.type", "Type", base.DEC, types)
f.packet_reserved = ProtoField.uint8("imwire.packet.reserved", "Reserved", base.HEX)
f.packet_flags = ProtoField.uint16("imwire.packet.flags", "Flags", base.HEX)
f.packet_deflate = ProtoField.bool("imwire.packet.deflate", "Deflate", 16, nil, 0x0001)
f.packet_fragment = ProtoField.bool("imwire.packet.fragment", "Fragment", 16, nil, 0x0002)
f.packet_batch = ProtoField.bool("imwire.packet.batch", "Batch", 16, nil, 0x0004)
f.packet_receipt = ProtoField.bool("imwire.packet.wantsreceipt", "Wants a receipt", 16, nil, 0x0008)
f.packet_sequence = ProtoField.uint32("imwire.packet.sequence", "Sequence number")
f.packet_length = ProtoField.uint32("imwire.packet.length", "Payload length")
f.packet_check = ProtoField.uint32("imwire.packet.check", "Header check", base.HEX)
f.packet_checksum = ProtoField.uint32("imwire.packet.checksum", "Checksum", base.HEX)
f.packet_extension = ProtoField.bytes("imwire.packet.extension", "Extension")
f.packet_payload = ProtoField.bytes("imwire.packet.payload", "Payload")
f.fragment_index = ProtoField.uint16("imwire.fragment.index", "Index")
f.fragment_count = ProtoField.uint16("imwire.fragment.count", "Count")
f.fragment_total = ProtoField.uint32("imwire.fragment.total", "Total")
f.fragment_offset = ProtoField.uint32("imwire.fragment.offset", "Offset")
f.fragment_part = ProtoField.bytes("imwire.fragment.part", "Part of the unit")
f.fragment_end = ProtoField.framenum("imwire.fragment.completed", "Completed in")
f.inflated = ProtoField.uint32("imwire.inflated", "Inflated length")
f.batch_count = ProtoField.uint32("imwire.batch.count", "Messages")
f.batch_length = ProtoField.uint32("imwire.batch.length", "Length of the message")

-- RongCloud's packets.
local names = { [0] = "TYPE0", [8] = "TYPE8", [9] = "TYPE9", [10] = "TYPE10", [11] = "TYPE11", [15] = "TYPE15" }
for number, packet in pairs(imwire.packets) do names[number] = packet.name end
imwire.packet_names = names
f.rmtp_direction = ProtoField.string("rmtp.direction", "Direction", "up is from the client")
f.rmtp_agreed = ProtoField.uint8("rmtp.agreed", "Version agreed on")
f.rmtp_header = ProtoField.uint8("rmtp.header", "Header", base.HEX)
f.rmtp_type = ProtoField.uint8("rmtp.type", "Type", base.DEC, names, 0xF0)
f.rmtp_dup = ProtoField.bool("rmtp.dup", "dup", 8, nil, 0x08)
f.rmtp_sync = ProtoField.bool("rmtp.syncMsg", "syncMsg", 8, nil, 0x08)
f.rmtp_qos = ProtoField.uint8("rmtp.qos", "qos", base.DEC, nil, 0x06)
f.rmtp_retain = ProtoField.bool("rmtp.retain", "retain", 8, nil, 0x01)
f.rmtp_check = ProtoField.uint8("rmtp.check", "Check byte", base.HEX)
f.rmtp_length = ProtoField.uint32("rmtp.length", "Length")
f.rmtp_data = ProtoField.bytes("rmtp.data", "data")
f.rmtp_body = ProtoField.string("rmtp.body", "Body", "The name of the protobuf message")
f.rmtp_answers = ProtoField.string("rmtp.answers", "Topic of the QUERY", "That of the QUERY with the same id")
f.rmtp_trailing = ProtoField.bytes("rmtp.trailing", "Behind the last member")
f.rmtp_unknown = ProtoField.bytes("rmtp.unknown", "Unknown field")

-- One field for each member of a layout. Packets that have a member of the same name share the field.
local makers = {
  u8 = ProtoField.uint16, u16 = ProtoField.uint16, u32 = ProtoField.uint32, u64 = ProtoField.uint64,
  string = ProtoField.string, flags = ProtoField.uint8, boolean = ProtoField.bool, qos = ProtoField.uint8,
}
imwire.member_fields = {}
for _, packet in pairs(imwire.packets) do
  for _, member in ipairs(packet.members) do
    local make = makers[member.kind]
    if make and not imwire.member_fields[member.name] then
      local field = make("rmtp." .. member.name, member.name)
      imwire.member_fields[member.name] = field
      f["rmtp_member_" .. member.name] = field
    end
  end
end

-- One field for each field of a body, `rmtp.UpStreamMessage.classname`.
local body_makers = {
  int32 = ProtoField.int32, int64 = ProtoField.int64, bool = ProtoField.bool, string = ProtoField.string,
  bytes = ProtoField.bytes,
}
imwire.body_fields = {}
for name, message in pairs(imwire.messages) do
  imwire.body_fields[name] = {}
  for number, field in pairs(message) do
    local abbreviation = "rmtp." .. name .. "." .. field.name
    local made
    if imwire.enums[field.type] then
      made = ProtoField.int32(abbreviation, field.name, base.DEC, imwire.enums[field.type])
    else
      made = (body_makers[field.type] or ProtoField.none)(abbreviation, field.name)
    end
    imwire.body_fields[name][number] = made
    f["rmtp_body_" .. name .. number] = made
  end
end

-- One field for each member name of a content, shared by all content types, and one for each member of a chat message.
imwire.content_fields, imwire.chat_fields, imwire.inner_fields = {}, {}, {}
for _, content in pairs(imwire.contents) do
  for _, member in ipairs(content.members or {}) do
    if not imwire.content_fields[member.name] then
      local field = ProtoField.string("imwire.content." .. member.name, member.name)
      imwire.content_fields[member.name] = field
      f["content_" .. member.name] = field
    end
  end
end
for _, member in ipairs(imwire.chat.members) do
  local field = ProtoField.string("imwire.chat." .. member.name, member.name)
  imwire.chat_fields[member.name] = field
  f["chat_" .. member.name] = field
end
for _, member in ipairs(imwire.chat.content) do
  local field = ProtoField.string("imwire.chat.content." .. member.name, member.name)
  imwire.inner_fields[member.name] = field
  f["inner_" .. member.name] = field
end

-- Each protocol registers the fields whose filters begin with its own name.
local of_chat, of_rmtp = {}, {}
for name, field in pairs(f) do
  if name:sub(1, 5) == "rmtp_" then of_rmtp[#of_rmtp + 1] = field else of_chat[#of_chat + 1] = field end
end
chat.fields, rmtp.fields = of_chat, of_rmtp

local expert_error = ProtoExpert.new("imwire.expert.error", "Refused", expert.group.MALFORMED, expert.severity.ERROR)
local expert_deviation = ProtoExpert.new("imwire.expert.deviation", "Not in canonical form", expert.group.PROTOCOL,
  expert.severity.WARN)
chat.experts = { expert_error, expert_deviation }

chat.prefs.heartbeat = Pref.string("Body of the heartbeat", "beatID", "What alone is a heartbeat (FRM-022)")
chat.prefs.ports = Pref.range("TCP ports", "", "Ports whose traffic is socket chat, whatever it begins with", 65535)
rmtp.prefs.version = Pref.enum("Version", 3, "The version that both sides have agreed on (RMTP-001)",
  { { 1, "2", 2 }, { 2, "3", 3 }, { 3, "4", 4 } }, false)
rmtp.prefs.ports = Pref.range("TCP ports", "", "Ports of services that speak these packets over TCP", 65535)
rmtp.prefs.websockets = Pref.range("WebSocket ports", "", "Ports of services that speak these packets on a WebSocket",
  65535)
rmtp.prefs.key = Pref.string("Key on TCP", "", "Eight bytes in hexadecimal, none for bodies as they are (RMTP-087)")

-- Returns text that Wireshark can show; it would end at the first NUL otherwise.
function imwire.display(text) return (text:gsub("%z", "\\0")) end

-- The error codes met so far, used to tell error codes from the summary lines of packets.
imwire.errors = {}

-- Marks a position with an error's code or a deviation's id. `first` may be the offset of the end.
function imwire.mark(tree, tvb, first, code, path, what)
  local length = tvb:len()
  local range = length == 0 and tvb or tvb:range(math.min(first, length - 1), 1)
  local isDeviation = code:sub(1, 4) == "DEV-"
  imwire.errors[code] = not isDeviation or nil
  local text = code .. (path and path ~= "" and " " .. path or "") .. (what and ": " .. what or "")
  if isDeviation and imwire.deviations[code] then text = text .. ": " .. imwire.deviations[code] end
  local item = tree:add(isDeviation and f.deviation or f.error, range, code)
  item:set_text((isDeviation and "Deviation: " or "Error: ") .. text .. " (byte " .. first .. ")")
  item:add_proto_expert_info(isDeviation and expert_deviation or expert_error, text)
end
