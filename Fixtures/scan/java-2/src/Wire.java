package io.example.poke;

interface Wire {
  String NS = "ST";
  String POKE = NS + ':' + "Poke", WAVE = NS + ":Wave";
}
