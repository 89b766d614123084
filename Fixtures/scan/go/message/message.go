package message

import "encoding/json"

// Names of the types. "App:Documented" is no type.
const (
	prefix     = "App:"
	GiftName   = prefix + "Gift"
	OrderName  = "App:" + "Order"
	// OldName = "App:Old"
)

/*
type Removed struct {
	Gone string `json:"gone"`
}
*/

// Base is part of every message.
type Base struct {
	User  *UserInfo `json:"user,omitempty"`
	Extra string    `json:"extra"`
}

// UserInfo is not a message.
type UserInfo struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// GiftMessage is a gift.
type GiftMessage struct {
	Base
	GiftID  string   `json:"giftId"`
	Count   int      `json:"count,omitempty"`
	Secret  string   `json:"-"`
	Dash    string   `json:"-,"`
	Tags    []string `xml:"tags" json:"tags"`
	hidden  string
	Plain   bool
	A, B    int
	Ratio   float64 `bson:"ratio"`
}

// ObjectName tells the type.
func (m *GiftMessage) ObjectName() string { return GiftName }

// PersistentFlag tells the flags.
func (m *GiftMessage) PersistentFlag() int {
	return ISPERSISTED | ISCOUNTED
}

func (m *GiftMessage) ToString() (string, error) {
	bytes, err := json.Marshal(m)
	return string(bytes), err
}

type OrderMessage struct {
	No    string `json:"orderNo"`
	Items []struct {
		SKU string `json:"sku"`
	} `json:"items"`
	Total json.Number `json:"total,string"`
}

func (OrderMessage) ObjectName() string {
	// return "App:Wrong"
	return OrderName
}
