<?php
class FakeMessage extends BaseMessage { public function getType() { return 'Test:Fake'; } }
