package im

// Base is part of every content.
type Base struct {
	Extra string `json:"extra,omitempty"`
}

// Gift is a present.
type Gift struct {
	Base
	GiftID string `json:"giftId"`
	Count  int32  `json:"count"`
}

// Order is the state of an order.
type Order struct {
	*Base
	OrderNo string    `json:"orderNo"`
	Items   []Item    `json:"items"`
	State   OrderState `json:"state"`
}

// Item is a line of an order.
type Item struct {
	SKU   string  `json:"sku"`
	Price float64 `json:"price"`
}

// OrderState is on the wire as its number.
type OrderState int

// States of an order.
const (
	OrderOpen OrderState = iota + 1
	OrderPaid
	OrderSent
	OrderClosed OrderState = 9
)
