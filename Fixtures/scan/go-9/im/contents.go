package im

import (
	"encoding/json"
	"reflect"
)

// Alarm tells that something is wrong.
type Alarm struct {
	Place string `wire:"where"`
	Level int    `wire:"how"`
}

func (Alarm) ObjectName() string { return "home:Alarm" }

// MarshalJSON writes what the tags say.
func (a Alarm) MarshalJSON() ([]byte, error) {
	out := map[string]any{}
	value := reflect.ValueOf(a)
	for i := 0; i < value.NumField(); i++ {
		out[value.Type().Field(i).Tag.Get("wire")] = value.Field(i).Interface()
	}
	return json.Marshal(out)
}

// Lamp switches a lamp.
type Lamp struct {
	Name string `json:"name" validate:"required"`
	On   bool   `json:"on"`
}

func (Lamp) ObjectName() string { return "home:Lamp" }
