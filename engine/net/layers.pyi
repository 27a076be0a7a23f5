from typing import final

from typing_extensions import Self

from .network import Network

@final
class Net:
    def __new__(cls, network: Network) -> Self: ...
    @property
    def network(self) -> Network: ...
    @property
    def identity(self) -> tuple[str, str]: ...

@final
class Layers:
    def __new__(cls, net: Net, scale: float) -> Self: ...
    @property
    def net(self) -> Net: ...
    @property
    def scale(self) -> float: ...
