package dev.otters.api.resource;

/** A file with its text. */
public record FileDetail(FileView file, String text) {}
