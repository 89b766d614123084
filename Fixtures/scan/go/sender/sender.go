package sender

import (
	"fmt"
	"github.com/rongcloud/server-sdk-go/v4/sdk"
)

type pulse struct {
	Beat int `json:"beat"`
	At   int64 `json:"at"`
}

func (p *pulse) ToString() (string, error) { return "", nil }

const raw = `rc.PrivateSend("a", "b", "App:Raw", {"json": "raw"})`

func Send(rc *sdk.RongCloud, kind string) error {
	msg := pulse{Beat: 1}
	if err := rc.PrivateSend("from", []string{"to"}, "App:Pulse", &msg, "", "", 1, 0, 1, 0, 0); err != nil {
		return fmt.Errorf("App:Failed: %w", err)
	}
	err := rc.GroupSend("from", []string{"g"}, nil,
		"App:Like", &LikeMessage{Count: 1}, "", "", 1, 0)
	rc.ChatRoomSend("from", []string{"r"}, "App:"+kind, &msg)
	return err
}

// LikeMessage is sent to groups.
type LikeMessage struct {
	Count  int    `json:"count"`
	Target string `json:"target"`
}

func (m *LikeMessage) ToString() (string, error) { return "", nil }

func push(client *Client) {
	client.Publish(Request{
		ObjectName: "App:Map",
		IsPersisted: 1,
		IsCounted: 0,
		Content: map[string]any{
			"what": "map",
			"deep": map[string]any{"inner": 1},
		},
	})
	if objectName == "App:Compared" {
		return
	}
}

type ConversationType int

const (
	ConversationTypePrivate ConversationType = iota + 1
	ConversationTypeDiscussion
	ConversationTypeGroup
	_
	ConversationTypeChatroom ConversationType = 4
)
