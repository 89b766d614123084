package room

import "reflect"

// Flags as the service counts them.
const (
	FlagNone    = 0
	FlagPersist = 1
	FlagCount   = 3
)

var names = map[reflect.Type]string{
	reflect.TypeOf(Enter{}): "room:Enter",
	reflect.TypeOf(Leave{}): "room:Leave",
}

var factories = map[string]func() any{
	"room:Notice": func() any { return new(Notice) },
}

var flags = map[string]int{
	"room:Enter":  FlagNone,
	"room:Leave":  FlagNone,
	"room:Notice": FlagPersist,
}
