package main

import (
	"encoding/json"

	"example.com/go/sdk"
)

func main() {
	rc := sdk.NewRongCloud("key", "secret", sdk.REGION_BJ)

	msg := sdk.TXTMsg{
		Content: "hello",
		Extra:   "helloExtra",
	}

	err := rc.PrivateSend("7Szq13MKRVortoknTAk7W8", []string{"4kIvGJmETlYqDoVFgWdYdM"}, "RC:TxtMsg", &msg,
		"", "", 1, 0, 1)
	if err != nil {
		panic(err)
	}

	draw := &sdk.LotteryMsg{Prize: "car"}
	rc.GroupSend("sender", []string{"group"}, nil, "Go:Lottery", draw, "", "", 0, 1)

	// rc.GroupSend("sender", []string{"group"}, nil, "Go:Never", draw, "", "", 0, 1)
	content, _ := json.Marshal(map[string]interface{}{
		"level": 3,
		"badge": "gold",
	})
	req := httplib.Post("https://api.rong-api.com/message/system/publish.json")
	req.Param("fromUserId", "system")
	req.Param("objectName", "Go:LevelUp")
	req.Param("content", string(content))
}
