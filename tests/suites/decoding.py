"""Reads the texts of samples in the encodings that banks use."""


def decode(source):
    if source[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return source.decode("utf-16", "replace")
    try:
        return source.decode("utf-8-sig")
    except ValueError:
        return source.decode("cp1252", "replace")
