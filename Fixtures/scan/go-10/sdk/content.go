package sdk

// Sender describes whoever sends a message.
type Sender struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Portrait string `json:"portrait"`
}

// TXTMsg is a text; its type is named by whoever sends it.
type TXTMsg struct {
	Content string `json:"content"`
	User    Sender `json:"user"`
	Extra   string `json:"extra,omitempty"`
}

// FileKind is the ending of a file's name.
type FileKind string

// FileMsg has a field Type, which is the kind of the file.
type FileMsg struct {
	Name    string   `json:"name"`
	Size    int64    `json:"size"`
	Type    FileKind `json:"type"`
	FileURL string   `json:"fileUrl"`
}

// CMDNtf is a command that is stored.
type CMDNtf struct {
	Name string      `json:"name"`
	Data interface{} `json:"data"`
}

// RecallCmdContent withdraws a message.
type RecallCmdContent struct {
	MessageUID       string `json:"messageUId"`
	ConversationType int    `json:"conversationType"`
	SentTime         int64  `json:"sentTime"`
}

// Mentions lists the users that a message names.
type Mentions struct {
	Type    int      `json:"type"`
	UserIDs []string `json:"userIdList"`
}

// NamedContent has mentions and the name of no type.
type NamedContent struct {
	Content       string   `json:"content"`
	MentionedInfo Mentions `json:"mentionedInfo"`
}
