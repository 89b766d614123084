<?php

namespace Shop\Im;

abstract class CustomMessage
{
    public function getObjectName(): string
    {
        return static::OBJECT_NAME;
    }
}
