"""Ed25519 signatures, by the package `cryptography` (extra ``sign``), which is imported only when one is asked for."""

import os
from typing import TYPE_CHECKING

from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.paths import path_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


_MAKES_ONE = "openssl genpkey -algorithm ed25519"


def private_key(path: str | os.PathLike[str]) -> "Ed25519PrivateKey":
    """Read an Ed25519 private key from a PEM file, as ``openssl genpkey -algorithm ed25519`` makes it."""
    _needed()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_read(path), None)
    except (ValueError, TypeError):
        key = None  # broken, or under a password
    if not isinstance(key, Ed25519PrivateKey):
        raise InvalidValue("key", f"'{os.fspath(path)}' is no plain Ed25519 private key: '{_MAKES_ONE}' makes one")
    return key


def public_name(path: str | os.PathLike[str]) -> str:
    """Name the key in a PEM file, public or private, as anchors name it."""
    _needed()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    pem = _read(path)
    if b"PRIVATE" in pem:
        return name(private_key(path))
    try:
        key = load_pem_public_key(pem)
    except ValueError:
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise InvalidValue("key", f"'{os.fspath(path)}' is no Ed25519 key: 'openssl pkey -pubout' gives the public one")
    return _hex(key)


def name(key: "Ed25519PrivateKey") -> str:
    """Name a key by its public half, in hex."""
    return _hex(key.public_key())


def sign(key: "Ed25519PrivateKey", text: bytes) -> str:
    """Sign *text*; the signature is in hex."""
    return key.sign(text).hex()


def verified(name: str, signature: str, text: bytes) -> bool:
    """Tell whether the key named *name* made *signature* of *text*."""
    _needed()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(name)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _hex(key: "Ed25519PublicKey") -> str:
    return key.public_bytes_raw().hex()


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path_of(path, "key"), "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise NotFound(f"there is no key file '{os.fspath(path)}': '{_MAKES_ONE}' makes one") from None


def _needed() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise Refused(
            "sign", "signatures need a package that isn't there: pip install -e '.[sign]' in the clone"
        ) from None
