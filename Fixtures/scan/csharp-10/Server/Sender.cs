using System.Text.Json;
using System.Threading.Tasks;

namespace Shop
{
    public class CouponContent
    {
        public string Code { get; set; } = "";
        public int Percent { get; set; }
    }

    public class Sender
    {
        public Task PokeAsync(Client client, string from, string to)
        {
            return client.PublishAsync(from, to, "shop:Poke", JsonSerializer.Serialize(new { times = 1, hand = "left" }));
        }

        public void Coupon(Client client)
        {
            var coupon = new CouponContent { Code = "A1" };
            client.Post(new GroupRequest { TargetId = "g1", MessageName = "shop:Coupon", Content = coupon });
        }
    }
}
