class FakeMessage: RCMessageContent {
    override class func getObjectName() -> String! { "Test:Fake" }
}
