<?php

namespace Shop\Im;

class ConversationType
{
    public static function all()
    {
        return $types = [
            'PRIVATE' => 1,
            'GROUP' => 3,
            'SYSTEM' => 6,
            'ULTRAGROUP' => 10,
        ];
    }
}
