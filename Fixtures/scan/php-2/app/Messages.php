<?php
declare(strict_types=1);

namespace App\Im;

enum Kind: string
{
    case Bid = 'ST:Bid';
    case Sold = "ST:Sold";
}

final class Bid implements Message
{
    public function __construct(
        public readonly int $amount,
        private string $bidder,
    ) {
    }

    public function objectName(): string
    {
        return Kind::Bid->value;
    }

    public function flag(): int { return self::PERSISTED | self::COUNTED; }

    public function toArray(): array
    {
        return ['amount' => $this->amount, 'bidder' => $this->bidder] + parent::toArray();
    }
}

class Auctioneer
{
    private const SOLD = 'ST' . ':' . 'Sold';

    public function sold(int $lot, array $users): void
    {
        foreach ($users as $user) {
            $this->rongcloud->getMessage()->Person()->send([
                'senderId'   => '__system__',
                'targetId'   => $user,
                'objectName' => self::SOLD,
                'content'    => json_encode(array(
                    'lot' => $lot,
                    'price' => $this->price($lot),
                ), JSON_UNESCAPED_UNICODE),
            ]);
        }
        $this->log->info("sent {$lot} as 'ST:Log' => ok");
    }
}
?>
<p>'objectName' => 'ST:Html', 'content' => []</p>
