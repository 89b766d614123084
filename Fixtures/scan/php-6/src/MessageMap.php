<?php

namespace Shop;

use Shop\Message\GiftMessage;

final class MessageMap
{
    public const NAMES = [
        GiftMessage::class => 'shop:Gift',
    ];

    public static function objectName(object $message): string
    {
        return self::NAMES[get_class($message)];
    }
}
