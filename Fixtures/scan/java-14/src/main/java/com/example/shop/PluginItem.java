package com.example.shop;

/** The base class of the objects that a script receives. */
public class PluginItem {}
