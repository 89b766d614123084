package sdk

// TXTMsg is a text; whoever sends it names its type.
type TXTMsg struct {
	Content string `json:"content"`
	Extra   string `json:"extra"`
}

// SightMsg is a short video.
type SightMsg struct {
	SightURL string `json:"sightUrl"`
	Duration int    `json:"duration"`
}
