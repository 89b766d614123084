@MessageTag(value = "Test:Kotlin", flag = 0)
class FakeMessage : MessageContent()
