package com.example.im

@MessageTag(value = BuildConfig.NAME_FROM_GRADLE, flag = 1)
class FromGradle : MessageContent()
