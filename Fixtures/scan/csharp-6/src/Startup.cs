using Shop.Messages;

namespace Shop
{
    public class Startup
    {
        public void Configure(MessageTypes types)
        {
            types.Register<GiftContent>("shop:Gift", MessageFlag.Persisted | MessageFlag.Counted);
            types.Register<OfferContent>("shop:Offer", MessageFlag.Persisted);
        }
    }

    [System.Flags]
    public enum MessageFlag
    {
        None = 0,
        Persisted = 1,
        Counted = 2
    }
}
