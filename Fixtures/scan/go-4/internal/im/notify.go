package im

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
)

const objectJoin = "live:join"

type joinContent struct {
	RoomID string `json:"roomId"`
	Nick   string `json:"nick"`
}

type Client struct{ key string }

func (c *Client) Join(ctx context.Context, room, nick string) error {
	raw, err := json.Marshal(joinContent{RoomID: room, Nick: nick})
	if err != nil {
		return err
	}
	form := url.Values{}
	form.Set("fromUserId", "system")
	form.Add("toChatroomId", room)
	form.Set("objectName", objectJoin)
	form.Set("content", string(raw))
	return c.post(ctx, "/message/chatroom/publish.json", bytes.NewBufferString(form.Encode()))
}

func (c *Client) Gift(room string, n int) error {
	return c.postMap(map[string]any{
		"toChatroomId": room,
		"objectName":   "live:gift",
		"content":      map[string]any{"count": n, "combo": true},
	})
}
