namespace Example.Im
{
    public static class Names
    {
        public const string Prefix = "App:";
        public const string Gift = Prefix + "Gift";
        // public const string Old = "App:Old";
        public static readonly string Order = @"App:Order";
    }
}
