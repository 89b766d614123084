package com.example.im;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.springframework.lang.Nullable;

@ImMessage(objectName = "trip:Booking", flag = 3)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties({"secret", "internalId"})
public class BookingMessage implements ImContent {
    @NotBlank
    private String bookingId;
    @NotNull
    private Long departsAt;
    @Nullable
    private String seatNumber;
    @JsonProperty("class")
    private String travelClass;
    @JsonProperty(value = "price", required = true)
    private int priceInCents;
    private String secret;
    private String internalId;
}
