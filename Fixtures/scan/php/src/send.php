<?php

$sample = <<<'TEXT'
    'objectName' => 'App:Heredoc', 'content' => json_encode(['heredoc' => 1])
TEXT;

function sendLike(RongCloud $cloud, string $user, string $kind)
{
    $message = [
        'senderId' => 'system',
        'targetId' => $user,
        "objectName" => 'App:Like',
        'content' => json_encode([
            'count' => 1,
            'target' => $user,
        ]),
        'isPersisted' => 1,
        'isCounted' => 0,
    ];
    $cloud->getMessage()->Person()->send($message);

    $cloud->getMessage()->Group()->send(array(
        'objectName' => PULSE_NAME,
        'content' => array('beat' => 3, 'at' => time()),
    ));

    $cloud->getMessage()->System()->send(['objectName' => 'App:' . $kind, 'content' => '{}']);

    $content = json_encode(['seat' => 'A', 'row' => 4]);
    $cloud->getMessage()->Chatroom()->send([
        'objectName' => 'App:Seat',
        'content' => $content,
    ]);

    if ($message['objectName'] === 'App:Compared') {
        echo "<p>'objectName' => 'App:Echo'</p>";
    }
}

abstract class ConversationType
{
    const PRIVATE_CHAT = 1;
    const GROUP = 3;
    // const OLD = 5;
}
