package im

import (
	"encoding/json"
	"net/url"
)

// Publish paths.
const (
	giftName  = "shop:Gift"
	orderName = "shop:Order"
)

// SendGift sends a present to users.
func (c *Client) SendGift(to []string, gift Gift) error {
	body, err := json.Marshal(gift)
	if err != nil {
		return err
	}
	form := url.Values{}
	form.Set("objectName", giftName)
	form.Set("content", string(body))
	form["toUserId"] = to
	return c.post("/message/system/publish.json", form)
}

// SendOrder tells a user what became of an order.
func (c *Client) SendOrder(to string, order *Order) error {
	body, _ := json.Marshal(order)
	return c.publish(to, orderName, string(body))
}
