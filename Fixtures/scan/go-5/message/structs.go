// Package message holds what is sent; it knows no names.
package message

// TextMessage is a chat text.
type TextMessage struct {
	Content string    `json:"content"`
	User    *UserInfo `json:"user,omitempty"`
	Extra   string    `json:"extra,omitempty"`
}

// GiftMessage is a present in a live room.
type GiftMessage struct {
	GiftID string   `json:"giftId"`
	Number int      `json:"number"`
	Price  float64  `json:"price"`
	Combo  bool     `json:"combo"`
	Tags   []string `json:"tags"`
	local  string
}

// UserInfo is the sender.
type UserInfo struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Portrait string `json:"portrait"`
}
