package other

func (x Other) ObjectName() string { return "Dep:Other" }
