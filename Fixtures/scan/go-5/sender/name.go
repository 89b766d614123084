package sender

import "example.com/live/message"

func objectName(content any) string {
	switch content.(type) {
	case *message.TextMessage, message.TextMessage:
		return "RC:TxtMsg"
	case *message.GiftMessage:
		return "shop:Gift"
	default:
		return ""
	}
}
