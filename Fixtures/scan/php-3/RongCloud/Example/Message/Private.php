<?php
/**
 * One to one messages
 */
require "./../../RongCloud.php";
define("APPKEY", '');
define('SECRET', '');

use RongCloud\RongCloud;
use RongCloud\Lib\Utils;

/**
 * Send
 */
function send()
{
    $RongSDK = new RongCloud(APPKEY, SECRET);
    $message = [
        'senderId' => 'ujadk90ha',
        "targetId" => 'markoiwm',
        "objectName" => 'Php:Notice',
        'content' => ['title' => 'hello', 'level' => 2],
    ];
    $result = $RongSDK->getMessage()->Person()->send($message);
    Utils::dump("One to one", $result);
}

send();

function sendText()
{
    $message = array(
        'senderId' => 'kkj9o02',
        'targetId' => array('group1'),
        'objectName' => "RC:TxtMsg",
        'content' => json_encode(array(
            'content' => 'hi',
            'extra' => '',
            'user' => array('id' => 'u1', 'name' => 'Ann'),
        )),
        'isPersisted' => 1,
    );
    (new RongCloud(APPKEY, SECRET))->getMessage()->Group()->send($message);
}

function sendRaw(string $type)
{
    $content = '{"seconds":12,"mood":"calm"}';
    $params = ['fromUserId' => 'a', 'toUserId' => 'b', 'objectName' => 'Php:Mood', 'content' => $content];
    return http_build_query($params);
}
