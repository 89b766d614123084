package sdk

// ImageMessage is a row of the archive, and no content.
type ImageMessage struct {
	ID       int64  `gorm:"primaryKey"`
	Content  string `gorm:"column:content" json:"content"`
	ImageURI string `gorm:"column:uri" json:"imageUri"`
}

// LocationInfo is a place on the map of the service's own pages.
type LocationInfo struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Poi       string  `json:"poi"`
}

// VoiceMessage shares a word with a built-in type, and nothing else.
type VoiceMessage struct {
	Room    string `json:"room"`
	Speaker string `json:"speaker"`
	Channel int    `json:"channel"`
}

// Conversation is a page of messages that the service returns.
type Conversation struct {
	Messages []ImageMessage `json:"messages"`
	Next     string         `json:"next"`
}
