<html><body>App:OutsideOfPhp "objectName" => "App:Html"</body></html>
<?php
namespace Example\Im;

class Names
{
    const PREFIX = 'App:';
    public const GIFT = self::PREFIX . 'Gift';
    const ORDER = "App:" . "Order";
    # const OLD = 'App:Old';
    // const OLDER = 'App:Older';
}

define('PULSE_NAME', 'App:Pulse');
