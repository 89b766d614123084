using UnityEngine;

public class HitMessage : CustomMessage
{
    public string objectName = "arena:Hit";
    public string target;
    public int damage;

    public override string Encode() => JsonUtility.ToJson(this);
}
