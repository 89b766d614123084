package sender

import (
	"encoding/json"
	"net/url"
)

// Send posts a message to a conversation.
func (c *Client) Send(from, to string, content any) error {
	body, err := json.Marshal(content)
	if err != nil {
		return err
	}
	form := url.Values{}
	form.Set("fromUserId", from)
	form.Set("toUserId", to)
	form.Set("objectName", objectName(content))
	form.Set("content", string(body))
	return c.post("/message/private/publish.json", form)
}
