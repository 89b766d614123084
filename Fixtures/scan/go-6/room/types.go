package room

type (
	Enter struct { UserID string `json:"uid"`; Level int `json:"level"` }
	Leave struct { UserID string `json:"uid"` }
)

// Notice is shown to everybody.
type Notice struct { Text string `json:"text"`; At int64 `json:"at"`; Pinned bool `json:"pinned,omitempty"` }

// Seat is no message.
type Seat struct { Index int `json:"index"` }
