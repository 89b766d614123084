package im.demo;

import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.JSONObject;
import com.alibaba.fastjson.annotation.JSONField;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@lombok.Data
@MessageTag(flag = 3, value = Constants.Im.TRANSFER)
public final class TransferMessage extends MessageContent implements java.io.Serializable {
    private static final long serialVersionUID = 1L;

    @JSONField(name = "transfer_no")
    private String no;
    private java.math.BigDecimal sum;

    public TransferMessage(byte[] bytes) {
        final JSONObject obj = JSON.parseObject(new String(bytes));
        no = obj.getString("transfer_no");
        sum = obj.getBigDecimal("sum");
        setMemo(obj.containsKey("memo") ? obj.getString("memo") : null);
    }

    @Override
    public byte[] encode() {
        return new JSONObject().fluentPut("transfer_no", no).fluentPut("sum", sum).toJSONString().getBytes();
    }
}
