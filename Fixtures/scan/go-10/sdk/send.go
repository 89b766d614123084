package sdk

// Welcome sends a gift of the shop to a new member, and names its type in a field of the request.
func (rc *Client) Welcome(to string) error {
	request := PublishRequest{}
	request.MessageName = "shop:Welcome"
	request.Content = map[string]interface{}{"coupon": to, "rooms": []string{"lobby"}, "days": 7}
	return rc.do(request)
}
