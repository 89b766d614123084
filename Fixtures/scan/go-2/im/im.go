package im

import "context"

type ObjectName string

const TypeVisit ObjectName = "ST:Visit"

var typeLeave = ObjectName("ST:" + "Leave")

type (
	// Visit says who came.
	Visit struct {
		Meta `json:"meta"`
		Who  string `json:"who" validate:"required"`
		At   int64  `json:"at,omitempty"`
	}

	Meta struct {
		Device string `json:"device"`
	}
)

func (v Visit) GetObjectName() string {
	return string(TypeVisit)
}

func (v Visit) Flag() int { return 0 }

type Leave struct {
	*Meta
	Why string `json:"why"`
}

func (*Leave) ObjectName() ObjectName { return typeLeave }

func Send(ctx context.Context, c *Client) error {
	body := map[string]interface{}{"n": 1}
	body["m"] = 2
	_, err := c.Messages.Send(ctx, &PrivateMessage{
		ObjectName: "ST:Number",
		Content:    body,
	})
	return err
}
