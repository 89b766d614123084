package sdk

import (
	"encoding/json"
	"net/url"

	"github.com/astaxie/beego/httplib"
)

// MsgUserInfo is the sender
type MsgUserInfo struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// TXTMsg is a text
type TXTMsg struct {
	Content string      `json:"content"`
	User    MsgUserInfo `json:"user"`
	Extra   string      `json:"extra,omitempty"`
	cache   string
	Local   string `json:"-"`
}

// LotteryMsg is a draw
type LotteryMsg struct {
	Prize  string   `json:"prize"`
	Winner []string `bson:"w" json:"winners"`
	Rounds int
}

// ToString encodes
func (msg *TXTMsg) ToString() (string, error) {
	bytes, err := json.Marshal(msg)
	if err != nil {
		return "", err
	}
	return string(bytes), nil
}

func (msg *LotteryMsg) ToString() (string, error) {
	bytes, err := json.Marshal(msg)
	return string(bytes), err
}

func (rc *RongCloud) PrivateSend(senderID string, targetID []string, objectName string, msg rcMsg,
	pushContent, pushData string, count, verifyBlacklist, isPersisted int) error {
	req := httplib.Post(rc.URI + "/message/private/publish.json")
	req.Param("fromUserId", senderID)
	req.Param("objectName", objectName)
	return rc.do(req)
}

const (
	// PRIVATE one to one
	PRIVATE ConversationType = iota + 1
	// DISCUSSION closed
	DISCUSSION
	// GROUP group
	GROUP
	_
	CHATROOM
)

// ConversationType numbers
type ConversationType int
