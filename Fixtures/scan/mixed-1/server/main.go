package main

type gift struct {
	GiftID string `json:"giftId"`
	Number int    `json:"num"`
}

func (gift) ObjectName() string { return "app:Gift" }
