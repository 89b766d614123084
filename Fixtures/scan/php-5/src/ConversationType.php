<?php

namespace Live;

final class ConversationType
{
    const PRIVATE = 1;
    const GROUP = 3;
    const CHATROOM = 4;
    const ULTRA_GROUP = 10;
}

final class CacheScope
{
    const PRIVATE = 'p';
    const GROUP = 'g';
}
