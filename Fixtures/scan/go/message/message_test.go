package message

type fake struct {
	Fake string `json:"fake"`
}

func (fake) ObjectName() string { return "Test:Fake" }
