package sdk

// PrivateSend sends content of the type that the caller names.
func (rc *Client) PrivateSend(from string, to []string, objectName string, content any) error {
	return rc.publish("/message/private/publish.json", from, to, objectName, content)
}
